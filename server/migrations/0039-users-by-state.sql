-- outside a transaction: others write meanwhile.
-- The admins' list of active or suspended users, oldest or newest first.
CREATE INDEX CONCURRENTLY IF NOT EXISTS users_by_state ON users (suspended, created_at, uid);
