-- Group P: what belongs to one post, spread by that post's id.

CREATE TABLE posts (
  id uuid PRIMARY KEY,
  owner_uid uuid NOT NULL,
  text text NOT NULL DEFAULT '' CHECK (char_length(text) <= 2000),
  link text CHECK (char_length(link) <= 2048),
  link_preview jsonb,
  media_key text,
  media_type text CHECK (media_type IN ('image', 'video')),
  media_width integer,
  media_height integer,
  media_color text,
  -- { options: { a: text, … }, order: ['a', …], closesAt }: the votes are in post_counters.
  poll jsonb,
  quote_of uuid,
  visibility text NOT NULL DEFAULT 'public' CHECK (visibility = 'public'),
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  edited_at timestamptz
);

SELECT distribute_table('posts', 'id');

-- For the feed's fallback, which reads posts by their authors.
CREATE INDEX posts_owner ON posts (owner_uid, id DESC);

-- The read model of feeds and profiles: the columns that a post card shows.
CREATE TABLE post_summaries (
  id uuid PRIMARY KEY REFERENCES posts ON DELETE CASCADE,
  owner_uid uuid NOT NULL,
  text text NOT NULL,
  link text,
  link_preview jsonb,
  media_key text,
  media_type text,
  media_width integer,
  media_height integer,
  media_color text,
  poll jsonb,
  quote_of uuid,
  created_at timestamptz NOT NULL,
  edited_at timestamptz
);

SELECT distribute_table('post_summaries', 'id', 'posts');

-- The one truth of a post's counters. Narrow, with room to update in place: a goal makes one row very hot.
-- revision orders the states of a row, so that a cache never goes back to an older one.
CREATE TABLE post_counters (
  post_id uuid PRIMARY KEY REFERENCES posts ON DELETE CASCADE,
  likes integer NOT NULL DEFAULT 0 CHECK (likes >= 0),
  comments integer NOT NULL DEFAULT 0 CHECK (comments >= 0),
  reposts integer NOT NULL DEFAULT 0 CHECK (reposts >= 0),
  impressions integer NOT NULL DEFAULT 0 CHECK (impressions >= 0),
  votes_a integer NOT NULL DEFAULT 0 CHECK (votes_a >= 0),
  votes_b integer NOT NULL DEFAULT 0 CHECK (votes_b >= 0),
  votes_c integer NOT NULL DEFAULT 0 CHECK (votes_c >= 0),
  votes_d integer NOT NULL DEFAULT 0 CHECK (votes_d >= 0),
  revision bigint NOT NULL DEFAULT 0
) WITH (fillfactor = 50);

SELECT distribute_table('post_counters', 'post_id', 'posts');

CREATE TABLE likes (
  post_id uuid NOT NULL REFERENCES posts ON DELETE CASCADE,
  uid uuid NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (post_id, uid)
);

SELECT distribute_table('likes', 'post_id', 'posts');

CREATE TABLE reposts (
  post_id uuid NOT NULL REFERENCES posts ON DELETE CASCADE,
  uid uuid NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (post_id, uid)
);

SELECT distribute_table('reposts', 'post_id', 'posts');

CREATE TABLE poll_votes (
  post_id uuid NOT NULL REFERENCES posts ON DELETE CASCADE,
  uid uuid NOT NULL,
  option_id text NOT NULL CHECK (option_id IN ('a', 'b', 'c', 'd')),
  created_at timestamptz NOT NULL,
  PRIMARY KEY (post_id, uid)
);

SELECT distribute_table('poll_votes', 'post_id', 'posts');

CREATE TABLE comments (
  post_id uuid NOT NULL REFERENCES posts ON DELETE CASCADE,
  id uuid NOT NULL,
  uid uuid NOT NULL,
  text text NOT NULL CHECK (char_length(text) BETWEEN 1 AND 1000),
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (post_id, id)
);

SELECT distribute_table('comments', 'post_id', 'posts');
