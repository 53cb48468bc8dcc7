-- outside a transaction: others write meanwhile.
-- Finds the next thousand old ones. The BRIN index named more and more of the table, as new rows took the place of old ones.
CREATE INDEX CONCURRENTLY IF NOT EXISTS notifications_created_at ON notifications (created_at);

DROP INDEX CONCURRENTLY IF EXISTS notifications_age;
