-- Finds the links that have ended.
CREATE INDEX password_tokens_expires_at ON password_tokens (expires_at);
