-- Admins are recorded too, so that another run of the import does not bring back a right that was revoked since.
ALTER TABLE imported DROP CONSTRAINT imported_kind_check;
ALTER TABLE imported ADD CONSTRAINT imported_kinds
  CHECK (kind IN ('user', 'post', 'comment', 'repost', 'notification', 'ad', 'admin')) NOT VALID;
