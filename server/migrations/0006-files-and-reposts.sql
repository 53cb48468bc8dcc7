-- What the full post needs: reposts on timelines, saved lists, followers' lists, search, files and link previews.

-- The repost's own id, made when it was: it is the entry on the timelines that the repost brought the post to.
ALTER TABLE reposts ADD COLUMN entry_id uuid;

-- What a user reposted: for new followers, and for authors whose posts are merged when read.
CREATE TABLE user_reposts (
  owner_uid uuid NOT NULL,
  entry_id uuid NOT NULL,
  post_id uuid NOT NULL,
  author_uid uuid NOT NULL,
  PRIMARY KEY (owner_uid, entry_id)
);

SELECT distribute_table('user_reposts', 'owner_uid', 'users');

CREATE INDEX user_reposts_post ON user_reposts (post_id, owner_uid);

-- Whether a newer entry of a page brought the same post already: only a repost can.
CREATE INDEX timeline_reposts ON timeline (reader_uid, post_id) WHERE reposter_uid IS NOT NULL;

CREATE INDEX saves_newest ON saves (uid, created_at DESC, post_id DESC);

-- For the job that forgets a deleted post.
CREATE INDEX saves_post ON saves (post_id);

CREATE INDEX follows_newest ON follows (follower, created_at DESC, followee DESC);

CREATE INDEX followers_newest ON followers (followee, created_at DESC, follower DESC);

-- Handles by their beginning: in this collation an index serves LIKE and the order.
CREATE INDEX users_handle_prefix ON users (handle COLLATE "C");

-- The name as it is searched: lower-case, without accents.
ALTER TABLE users ADD COLUMN name_folded text NOT NULL DEFAULT '';

UPDATE users SET name_folded = translate(
  lower(display_name), 'áàäâãéèëêíìïîóòöôõúùüûñç', 'aaaaaeeeeiiiiooooouuuunc');

-- Names by any part of them. Where the extension is not to be had, the search reads the names one by one.
DO $$
BEGIN
  CREATE EXTENSION IF NOT EXISTS pg_trgm;
  CREATE INDEX users_name_part ON users USING gin (name_folded gin_trgm_ops);
EXCEPTION
  WHEN insufficient_privilege OR undefined_file OR feature_not_supported THEN
    RAISE NOTICE 'pg_trgm is not available';
END
$$;

-- Whether others find the user by the beginning of the e-mail address, which is never shown to them.
ALTER TABLE accounts ADD COLUMN findable_by_email boolean NOT NULL DEFAULT true;

-- Tells the files of one address apart that change with their content: avatars.
ALTER TABLE uploads ADD COLUMN version text;

-- What pages say of themselves, by the SHA-256 of their address. A page that could not be read is remembered too.
CREATE TABLE link_previews (
  url_hash bytea PRIMARY KEY,
  title text,
  description text,
  site text,
  -- A file of ours: never another site's address.
  image_key text,
  found boolean NOT NULL,
  fetched_at timestamptz NOT NULL
);

CREATE INDEX link_previews_fetched_at ON link_previews (fetched_at);
