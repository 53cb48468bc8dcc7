-- What people reported and what the admins decided: local to the coordinator. The reports of one post, comment or
-- profile are one case for as long as it is open.

CREATE TABLE report_cases (
  -- Sorts by the time of the first report.
  id uuid PRIMARY KEY,
  target_kind text NOT NULL CHECK (target_kind IN ('post', 'comment', 'profile')),
  target_id uuid NOT NULL,
  -- The post that a comment stands under.
  post_id uuid CHECK ((post_id IS NOT NULL) = (target_kind = 'comment')),
  author_uid uuid NOT NULL,
  -- The content as it was when it was first reported: it may be gone when somebody looks.
  content jsonb NOT NULL,
  state text NOT NULL DEFAULT 'new' CHECK (state IN ('new', 'reviewing', 'upheld', 'dismissed')),
  reporters integer NOT NULL DEFAULT 0 CHECK (reporters >= 0),
  first_at timestamptz NOT NULL,
  last_at timestamptz NOT NULL,
  -- The admin who took it or decided it.
  handled_by uuid,
  decided_at timestamptz CHECK ((decided_at IS NOT NULL) = (state IN ('upheld', 'dismissed')))
);

CREATE UNIQUE INDEX report_cases_open ON report_cases (target_kind, target_id) WHERE state IN ('new', 'reviewing');

CREATE INDEX report_cases_state ON report_cases (state, id);

CREATE INDEX report_cases_author ON report_cases (author_uid);

CREATE INDEX report_cases_decided_at ON report_cases (decided_at) WHERE decided_at IS NOT NULL;

CREATE TABLE reports (
  case_id uuid NOT NULL REFERENCES report_cases ON DELETE CASCADE,
  id uuid NOT NULL,
  -- Null for who has no account, or none any more.
  reporter_uid uuid REFERENCES accounts ON DELETE SET NULL,
  -- Where somebody without an account wants the answer.
  email text CHECK (char_length(email) <= 254),
  reason text NOT NULL CHECK (char_length(reason) BETWEEN 1 AND 40),
  note text NOT NULL DEFAULT '' CHECK (char_length(note) <= 1000),
  at timestamptz NOT NULL,
  PRIMARY KEY (case_id, id)
);

CREATE UNIQUE INDEX reports_once ON reports (case_id, reporter_uid) WHERE reporter_uid IS NOT NULL;

CREATE UNIQUE INDEX reports_once_by_email ON reports (case_id, email) WHERE email IS NOT NULL;

CREATE INDEX reports_reporter ON reports (reporter_uid) WHERE reporter_uid IS NOT NULL;

-- Who did what with a case, and what they noted.
CREATE TABLE report_history (
  case_id uuid NOT NULL REFERENCES report_cases ON DELETE CASCADE,
  id uuid NOT NULL,
  at timestamptz NOT NULL,
  admin_uid uuid NOT NULL,
  -- The state that it came to; null for a note alone.
  state text CHECK (state IN ('reviewing', 'upheld', 'dismissed')),
  note text NOT NULL DEFAULT '' CHECK (char_length(note) <= 1000),
  PRIMARY KEY (case_id, id)
);
