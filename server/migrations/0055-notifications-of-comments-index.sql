-- outside a transaction: others write meanwhile.
-- The notifications of a comment that is deleted. Likes, reposts and follows have none and are not in it.
CREATE INDEX CONCURRENTLY IF NOT EXISTS notifications_comment ON notifications (comment_id)
  WHERE comment_id IS NOT NULL;
