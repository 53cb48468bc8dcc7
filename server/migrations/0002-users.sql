-- Group U: what belongs to one user, spread by that user's uid.

CREATE TABLE users (
  uid uuid PRIMARY KEY,
  display_name text NOT NULL CHECK (char_length(display_name) BETWEEN 1 AND 40),
  -- Canonical: lower-case, without the @. Empty when the user has none; unique through the table handles.
  handle text NOT NULL DEFAULT '' CHECK (char_length(handle) <= 20),
  bio text NOT NULL DEFAULT '' CHECK (char_length(bio) <= 200),
  avatar text,
  cover text,
  premium boolean NOT NULL DEFAULT false,
  is_private boolean NOT NULL DEFAULT false,
  suspended boolean NOT NULL DEFAULT false,
  -- The account that everybody follows: it has no rows in followers, a job counts them.
  official boolean NOT NULL DEFAULT false,
  -- An author with so many followers that posts are merged when read, not fanned out. Never reset.
  merged_at_read boolean NOT NULL DEFAULT false,
  followers_count integer NOT NULL DEFAULT 0 CHECK (followers_count >= 0),
  following_count integer NOT NULL DEFAULT 0 CHECK (following_count >= 0),
  posts_count integer NOT NULL DEFAULT 0 CHECK (posts_count >= 0),
  accepted_tos boolean NOT NULL DEFAULT false,
  accepted_tos_at timestamptz,
  last_push_token text,
  push_tokens_updated_at timestamptz,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL
) WITH (fillfactor = 80);

SELECT distribute_table('users', 'uid');

CREATE INDEX users_created_at ON users (created_at DESC, uid);

CREATE INDEX users_merged_at_read ON users (uid) WHERE merged_at_read;

CREATE TABLE follows (
  follower uuid NOT NULL,
  followee uuid NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (follower, followee)
);

SELECT distribute_table('follows', 'follower', 'users');

CREATE TABLE followers (
  followee uuid NOT NULL,
  follower uuid NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (followee, follower)
);

SELECT distribute_table('followers', 'followee', 'users');

-- The posts of one author, newest last by id: ids are UUID version 7 and sort by time.
CREATE TABLE user_posts (
  owner_uid uuid NOT NULL,
  post_id uuid NOT NULL,
  has_media boolean NOT NULL DEFAULT false,
  PRIMARY KEY (owner_uid, post_id)
);

SELECT distribute_table('user_posts', 'owner_uid', 'users');

-- What one reader sees under 'Siguiendo'. entry_id is the post's id, or the id of the repost that brought it.
CREATE TABLE timeline (
  reader_uid uuid NOT NULL,
  entry_id uuid NOT NULL,
  post_id uuid NOT NULL,
  author_uid uuid NOT NULL,
  reposter_uid uuid,
  PRIMARY KEY (reader_uid, entry_id)
);

SELECT distribute_table('timeline', 'reader_uid', 'users');

CREATE TABLE saves (
  uid uuid NOT NULL,
  post_id uuid NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (uid, post_id)
);

SELECT distribute_table('saves', 'uid', 'users');

CREATE TABLE notifications (
  uid uuid NOT NULL,
  id uuid NOT NULL,
  type text NOT NULL CHECK (type IN ('like', 'comment', 'repost', 'mention', 'other')),
  actor_uid uuid,
  text text,
  post_id uuid,
  link text,
  text_snippet text CHECK (char_length(text_snippet) <= 140),
  created_at timestamptz NOT NULL,
  read_at timestamptz,
  PRIMARY KEY (uid, id)
);

SELECT distribute_table('notifications', 'uid', 'users');

CREATE INDEX notifications_unread ON notifications (uid) WHERE read_at IS NULL;

CREATE TABLE push_subscriptions (
  uid uuid NOT NULL,
  id uuid NOT NULL,
  endpoint text NOT NULL,
  subscription jsonb NOT NULL,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (uid, id)
);

SELECT distribute_table('push_subscriptions', 'uid', 'users');
