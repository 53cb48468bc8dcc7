-- The server processes that serve this database. Each renews its row every second; a row older than 5 s is dead.
CREATE TABLE instances (
  id uuid PRIMARY KEY,
  started_at timestamptz NOT NULL DEFAULT now(),
  seen_at timestamptz NOT NULL DEFAULT now(),
  -- The version of the program, and the newest migration that it knows.
  version text NOT NULL,
  schema text NOT NULL,
  -- SHA-256 of the secrets and addresses that all processes must share.
  secrets bytea NOT NULL
);
