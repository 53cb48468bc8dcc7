-- outside a transaction: others write meanwhile.
-- The likes or reposts of one post that are one item in a user's list, newest first; still serves the job that deletes a post's notifications.
CREATE INDEX CONCURRENTLY IF NOT EXISTS notifications_groups
  ON notifications (post_id, uid, type, (read_at IS NULL), id) WHERE post_id IS NOT NULL;

DROP INDEX CONCURRENTLY IF EXISTS notifications_post;
