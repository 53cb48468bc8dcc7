-- When somebody last showed by their password, within a session, who they are. Null: only when it began.
ALTER TABLE sessions ADD COLUMN proved_at timestamptz;
