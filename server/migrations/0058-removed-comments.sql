-- A deleted comment whose likes a job is still removing: until then, lists and counts leave out the notifications about
-- it. A copy on every node, as removed_posts.
CREATE TABLE removed_comments (
  comment_id uuid PRIMARY KEY,
  post_id uuid NOT NULL,
  removed_at timestamptz NOT NULL
);

SELECT copy_table_to_every_node('removed_comments');
