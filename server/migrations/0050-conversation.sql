-- Replies: `root_id` is the comment that they stand under, `reply_to` the one that they answer. A deleted comment keeps its row, without its author and text.
ALTER TABLE comments
  ADD COLUMN reply_to uuid,
  ADD COLUMN root_id uuid,
  ADD COLUMN likes integer NOT NULL DEFAULT 0,
  ADD COLUMN deleted_at timestamptz;

-- Citus adds a constraint only in a statement of its own.
ALTER TABLE comments ADD CONSTRAINT comments_likes_not_negative CHECK (likes >= 0) NOT VALID;

-- Group P: likes on comments.
CREATE TABLE comment_likes (
  post_id uuid NOT NULL REFERENCES posts ON DELETE CASCADE,
  comment_id uuid NOT NULL,
  uid uuid NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (post_id, comment_id, uid)
);

SELECT distribute_table('comment_likes', 'post_id', 'posts');

-- All likes of one user, for the removal of an account.
CREATE INDEX comment_likes_uid ON comment_likes (uid, comment_id);

-- The author's choice: `all`, `followed` (those whom the author follows or mentions) or `none`.
ALTER TABLE posts
  ADD COLUMN comment_policy text NOT NULL DEFAULT 'all',
  ADD COLUMN quotes_allowed boolean NOT NULL DEFAULT true;

ALTER TABLE post_summaries
  ADD COLUMN comment_policy text NOT NULL DEFAULT 'all',
  ADD COLUMN quotes_allowed boolean NOT NULL DEFAULT true;

-- Of notifications that are told once per comment: `reply`, `comment-like`.
ALTER TABLE notifications ADD COLUMN kind text;
