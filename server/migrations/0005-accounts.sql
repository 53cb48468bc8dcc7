-- Local to the coordinator: accounts, sessions and what a request needs once.

CREATE TABLE accounts (
  uid uuid PRIMARY KEY,
  -- Empty for the official account, which nobody signs in to.
  email_lower text UNIQUE,
  email_verified_at timestamptz,
  password_hash text,
  google_issuer text,
  google_subject text,
  -- Set once, when the account was made to follow the official one: a later unfollow stays.
  followed_official_at timestamptz,
  created_at timestamptz NOT NULL,
  UNIQUE (google_issuer, google_subject)
);

CREATE INDEX accounts_email_prefix ON accounts (email_lower text_pattern_ops);

-- Only the SHA-256 of a session's token is kept.
CREATE TABLE sessions (
  token_hash bytea PRIMARY KEY,
  uid uuid NOT NULL REFERENCES accounts ON DELETE CASCADE,
  created_at timestamptz NOT NULL,
  last_seen_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL
);

CREATE INDEX sessions_uid ON sessions (uid);

-- Links that set a password: SHA-256 of the token, used once.
CREATE TABLE password_tokens (
  token_hash bytea PRIMARY KEY,
  uid uuid NOT NULL REFERENCES accounts ON DELETE CASCADE,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL
);

CREATE INDEX password_tokens_uid ON password_tokens (uid);

CREATE TABLE idempotency_keys (
  uid uuid NOT NULL,
  key uuid NOT NULL,
  call text NOT NULL,
  input_hash bytea NOT NULL,
  result_id uuid NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (uid, key)
);

CREATE INDEX idempotency_keys_created_at ON idempotency_keys (created_at);

CREATE TABLE uploads (
  key text PRIMARY KEY,
  owner_uid uuid NOT NULL,
  purpose text NOT NULL CHECK (purpose IN ('post', 'avatar', 'ad')),
  type text NOT NULL CHECK (type IN ('image', 'video')),
  width integer,
  height integer,
  color text,
  bytes bigint NOT NULL,
  created_at timestamptz NOT NULL,
  -- Set when a post, profile or ad took the file; what nobody took within a day is removed.
  taken_at timestamptz
);

CREATE INDEX uploads_not_taken ON uploads (created_at) WHERE taken_at IS NULL;
