-- outside a transaction: others write meanwhile.
-- The pages of 'Bloqueados' and 'Silenciados', newest first, as follows_newest and followers_newest.
CREATE INDEX CONCURRENTLY IF NOT EXISTS blocks_newest ON blocks (blocker, created_at DESC, blocked DESC);

CREATE INDEX CONCURRENTLY IF NOT EXISTS mutes_newest ON mutes (uid, created_at DESC, muted DESC);
