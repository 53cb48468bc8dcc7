-- A device is sent notifications for as long as the session lives that registered it. Nothing was registered before.
ALTER TABLE push_subscriptions
  ADD COLUMN session_hash bytea NOT NULL,
  -- The newest notification that the device was sent.
  ADD COLUMN told_until uuid NOT NULL,
  -- Tries that failed in a row, and when the next one is.
  ADD COLUMN attempts smallint NOT NULL DEFAULT 0,
  ADD COLUMN retry_at timestamptz;

-- The id is made from the endpoint: whoever registers a device takes it from its former owner.
CREATE INDEX push_subscriptions_id ON push_subscriptions (id);

-- Null for who never chose.
ALTER TABLE users ADD COLUMN push_preferences jsonb;
