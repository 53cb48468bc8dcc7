-- outside a transaction: others write meanwhile.
-- Which account is the official one is asked at every start.
CREATE INDEX CONCURRENTLY IF NOT EXISTS users_official ON users (uid) WHERE official;
