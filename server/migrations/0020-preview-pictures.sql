-- The pictures of link previews that we keep, to bound those that no post shows: local to the coordinator. Those of
-- before have no row and go after their thirty days.
CREATE TABLE preview_pictures (
  key text PRIMARY KEY,
  bytes integer NOT NULL CHECK (bytes > 0),
  written_at timestamptz NOT NULL,
  -- Set when it was seen in a post.
  is_shown boolean NOT NULL DEFAULT false
);

CREATE INDEX preview_pictures_not_shown ON preview_pictures (written_at) INCLUDE (key, bytes) WHERE NOT is_shown;
