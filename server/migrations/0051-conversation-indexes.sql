-- outside a transaction: others write meanwhile.
-- The replies under a comment.
CREATE INDEX CONCURRENTLY IF NOT EXISTS comments_replies ON comments (post_id, root_id, id) WHERE root_id IS NOT NULL;

-- One notification for an actor, a type and a post, as before; with a kind, one for each comment.
CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS notifications_once_by_kind
  ON notifications (uid, actor_uid, type, post_id, kind, (CASE WHEN kind IS NOT NULL THEN comment_id END)) NULLS NOT DISTINCT
  WHERE actor_uid IS NOT NULL;

DROP INDEX CONCURRENTLY IF EXISTS notifications_once;
