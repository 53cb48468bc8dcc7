-- outside a transaction: others write meanwhile.
-- The newest likes and comments of all posts, for the job that ranks people and posts.
CREATE INDEX CONCURRENTLY IF NOT EXISTS likes_created_at ON likes (created_at);

CREATE INDEX CONCURRENTLY IF NOT EXISTS comments_created_at ON comments (created_at);
