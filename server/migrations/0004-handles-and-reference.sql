-- Group H: the one place where a handle is unique.
CREATE TABLE handles (
  handle_lower text PRIMARY KEY CHECK (char_length(handle_lower) BETWEEN 3 AND 20),
  uid uuid NOT NULL
);

SELECT distribute_table('handles', 'handle_lower');

-- Finds handles by prefix whatever the collation.
CREATE INDEX handles_prefix ON handles (handle_lower text_pattern_ops);

-- Reference tables: a copy on every node.
CREATE TABLE ads (
  id uuid PRIMARY KEY,
  title text NOT NULL DEFAULT '',
  text text NOT NULL DEFAULT '',
  link_url text NOT NULL CHECK (char_length(link_url) <= 2048),
  site text NOT NULL DEFAULT '',
  media_key text NOT NULL,
  media_type text NOT NULL CHECK (media_type IN ('image', 'video')),
  start_at timestamptz NOT NULL,
  end_at timestamptz,
  status text NOT NULL DEFAULT 'active' CHECK (status IN ('active', 'paused')),
  cap_per_user_per_day integer NOT NULL DEFAULT 3 CHECK (cap_per_user_per_day >= 1),
  frequency integer NOT NULL DEFAULT 6 CHECK (frequency >= 2),
  created_at timestamptz NOT NULL
);

SELECT copy_table_to_every_node('ads');

CREATE TABLE admins (
  uid uuid PRIMARY KEY,
  granted_at timestamptz NOT NULL
);

SELECT copy_table_to_every_node('admins');
