-- outside a transaction: others write meanwhile.
-- The emptied comments of a post.
CREATE INDEX CONCURRENTLY IF NOT EXISTS comments_emptied ON comments (post_id, deleted_at) WHERE deleted_at IS NOT NULL;
