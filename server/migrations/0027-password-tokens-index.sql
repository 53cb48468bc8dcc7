-- outside a transaction: others write meanwhile.
-- Finds the links that have ended.
CREATE INDEX CONCURRENTLY IF NOT EXISTS password_tokens_expires_at ON password_tokens (expires_at);
