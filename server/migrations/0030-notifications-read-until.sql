-- The user marked all notifications up to this one as read. Beyond the newest thousand, a job marks the rows.
ALTER TABLE users ADD COLUMN notifications_read_until uuid;
