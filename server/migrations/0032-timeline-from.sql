-- The oldest entry that the user's timeline stores; older posts are merged when they are read. NULL: all are stored.
ALTER TABLE users ADD COLUMN timeline_from uuid;
