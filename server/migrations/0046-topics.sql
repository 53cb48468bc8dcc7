-- Group T: what belongs to one topic, spread by its key. All of it derives from the texts of the posts, except what
-- admins chose: a hidden topic, and a display of rank 2.
CREATE TABLE tags (
  -- By bytes, so that the primary key serves prefixes.
  tag text COLLATE "C" PRIMARY KEY,
  display text NOT NULL,
  -- 0: the first spelling; 1: the first one with a capital inside; 2: an admin's.
  display_rank smallint NOT NULL,
  hidden boolean NOT NULL DEFAULT false,
  -- The time of its newest post; NULL: it has none.
  last_used_at timestamptz
);

SELECT distribute_table('tags', 'tag');

-- The readable posts of a topic.
CREATE TABLE tag_posts (
  tag text COLLATE "C" NOT NULL,
  post_id uuid NOT NULL,
  owner_uid uuid NOT NULL,
  PRIMARY KEY (tag, post_id)
);

SELECT distribute_table('tag_posts', 'tag', 'tags');

-- The people who used a topic on a day of Buenos Aires, of the last nine.
CREATE TABLE tag_uses (
  tag text COLLATE "C" NOT NULL,
  day date NOT NULL,
  uid uuid NOT NULL,
  posts integer NOT NULL CHECK (posts >= 1),
  last_at timestamptz NOT NULL,
  PRIMARY KEY (tag, day, uid)
);

SELECT distribute_table('tag_uses', 'tag', 'tags');

CREATE INDEX tag_uses_day ON tag_uses (day);

-- The same counted. `latest`: the people whose last day it is, so that several days count each person once.
CREATE TABLE tag_days (
  tag text COLLATE "C" NOT NULL,
  day date NOT NULL,
  posts integer NOT NULL CHECK (posts >= 0),
  people integer NOT NULL CHECK (people >= 0),
  latest integer NOT NULL CHECK (latest >= 0),
  PRIMARY KEY (tag, day)
);

SELECT distribute_table('tag_days', 'tag', 'tags');

CREATE INDEX tag_days_day ON tag_days (day);
