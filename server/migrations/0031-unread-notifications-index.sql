-- outside a transaction: others write meanwhile.
-- The newest unread notifications of a user, without sorting all of them.
CREATE INDEX CONCURRENTLY IF NOT EXISTS notifications_unread_by_id ON notifications (uid, id) WHERE read_at IS NULL;

DROP INDEX CONCURRENTLY IF EXISTS notifications_unread;
