-- What admins and the operator did, for good: local to the coordinator, newest last by id.
CREATE TABLE audit_log (
  id uuid PRIMARY KEY,
  at timestamptz NOT NULL,
  -- Null for the operator, who acts by the command line.
  actor_uid uuid,
  action text NOT NULL CHECK (char_length(action) BETWEEN 1 AND 40),
  target_kind text NOT NULL CHECK (target_kind IN ('user', 'post', 'ad', 'report', 'site')),
  target_id text NOT NULL CHECK (char_length(target_id) <= 100),
  -- How the target was called then: it may be gone when somebody reads this.
  target_label text NOT NULL DEFAULT '' CHECK (char_length(target_label) <= 200),
  note text NOT NULL DEFAULT '' CHECK (char_length(note) <= 1000)
);
