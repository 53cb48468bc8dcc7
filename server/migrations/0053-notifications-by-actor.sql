-- outside a transaction: others write meanwhile.
-- As notifications_once_by_kind, but also serves the job that removes what an account did: each notification is in one index less.
CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS notifications_once_by_actor
  ON notifications (actor_uid, uid, type, post_id, kind, (CASE WHEN kind IS NOT NULL THEN comment_id END)) NULLS NOT DISTINCT
  WHERE actor_uid IS NOT NULL;

DROP INDEX CONCURRENTLY IF EXISTS notifications_once_by_kind;
DROP INDEX CONCURRENTLY IF EXISTS notifications_actor;
