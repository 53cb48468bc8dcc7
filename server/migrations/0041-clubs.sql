-- A copy on every node: names and colours of the clubs, in the order of the file that they come from.
CREATE TABLE clubs (
  slug text PRIMARY KEY,
  position smallint NOT NULL,
  name text NOT NULL,
  short text NOT NULL,
  division text NOT NULL,
  place text NOT NULL,
  pattern text NOT NULL,
  colours text[] NOT NULL,
  aliases text[] NOT NULL,
  active boolean NOT NULL
);

SELECT copy_table_to_every_node('clubs');

-- The club that a user chose, when the first one was chosen, and when it was last changed after the first day.
ALTER TABLE users
  ADD COLUMN club text,
  ADD COLUMN club_since timestamptz,
  ADD COLUMN club_changed_at timestamptz,
  ADD COLUMN show_club boolean NOT NULL DEFAULT true;

-- The club that the author showed when the post was published.
ALTER TABLE user_posts ADD COLUMN club text;

-- Group C, by club: the posts of its fans, copied from user_posts.
CREATE TABLE club_posts (
  club text NOT NULL,
  post_id uuid NOT NULL,
  owner_uid uuid NOT NULL,
  PRIMARY KEY (club, post_id)
);

SELECT distribute_table('club_posts', 'club');

-- Those who show the club, copied from users. `since`: when they chose or showed it.
CREATE TABLE club_members (
  club text NOT NULL,
  uid uuid NOT NULL,
  since timestamptz NOT NULL,
  PRIMARY KEY (club, uid)
);

SELECT distribute_table('club_members', 'club', 'club_posts');

CREATE INDEX club_members_since ON club_members (club, since, uid);

-- How many visible people show each club, by the job that counts them: local to the coordinator.
CREATE TABLE club_counts (
  club text PRIMARY KEY,
  members integer NOT NULL
);

-- Group U: a user's preferences as a reader, those that differ from their defaults.
CREATE TABLE user_settings (
  uid uuid PRIMARY KEY,
  preferences jsonb NOT NULL
);

SELECT distribute_table('user_settings', 'uid', 'users');
