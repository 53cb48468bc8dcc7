-- outside a transaction: others write meanwhile.
-- The people whose addresses are in the sitemap.
CREATE INDEX CONCURRENTLY IF NOT EXISTS users_indexable ON users (uid) WHERE indexable;
