-- Finds the next thousand old ones. The BRIN index named more and more of the table, as new rows took the place of old ones.
CREATE INDEX notifications_created_at ON notifications (created_at);

DROP INDEX notifications_age;
