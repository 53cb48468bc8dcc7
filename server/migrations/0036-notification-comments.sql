-- The comment that a notification is about. Older notifications about comments have none.
ALTER TABLE notifications ADD COLUMN comment_id uuid;
