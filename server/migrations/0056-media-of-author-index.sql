-- outside a transaction: others write meanwhile.
-- The media tab of a profile, also of an author whose newest thousands of posts are only text.
CREATE INDEX CONCURRENTLY IF NOT EXISTS user_posts_media ON user_posts (owner_uid, post_id) WHERE has_media;
