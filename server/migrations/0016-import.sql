-- What was imported from another site, by its id there: local to the coordinator. Null when it was removed since, so
-- that another run of the import does not bring it back.
CREATE TABLE imported (
  kind text NOT NULL CHECK (kind IN ('user', 'post', 'comment', 'repost', 'notification', 'ad')),
  old_id text NOT NULL CHECK (char_length(old_id) <= 1500),
  new_id uuid,
  PRIMARY KEY (kind, old_id)
);

CREATE INDEX imported_new_id ON imported (new_id) WHERE new_id IS NOT NULL;
