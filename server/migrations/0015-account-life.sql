-- An account whose owner wants it gone is hidden at once, and removed then unless the owner signs in before.
ALTER TABLE accounts
  ADD COLUMN deletion_at timestamptz,
  -- From here on there is no way back: a job is removing what the account left.
  ADD COLUMN removal_started_at timestamptz;

CREATE INDEX accounts_deletion_at ON accounts (deletion_at) WHERE deletion_at IS NOT NULL;

-- The same where the views look. That an admin suspended somebody is another matter; either of the two hides.
ALTER TABLE users ADD COLUMN leaving boolean NOT NULL DEFAULT false;

-- What an owner sees of a session: never its token's hash, and of the user agent only which browser it is.
ALTER TABLE sessions
  ADD COLUMN id uuid NOT NULL DEFAULT gen_random_uuid(),
  ADD COLUMN user_agent text NOT NULL DEFAULT '' CHECK (char_length(user_agent) <= 300);

-- What one user did, wherever it lies: to be handed over, and to be removed with the account.
CREATE INDEX likes_uid ON likes (uid, post_id);

CREATE INDEX reposts_uid ON reposts (uid, post_id);

CREATE INDEX poll_votes_uid ON poll_votes (uid, post_id);

CREATE INDEX comments_uid ON comments (uid, id);

CREATE INDEX notifications_actor ON notifications (actor_uid) WHERE actor_uid IS NOT NULL;

CREATE INDEX uploads_owner ON uploads (owner_uid, key);
