-- A deleted post is gone from the moment its id stands here, and its counters and summary are gone with it. What else
-- hangs on it may be millions of rows: a job removes them in batches, then the post's own row, then this one.
-- A copy on every node: whatever names a post, in whichever group of tables, can leave those out.
CREATE TABLE removed_posts (
  post_id uuid PRIMARY KEY,
  owner_uid uuid NOT NULL,
  removed_at timestamptz NOT NULL
);

SELECT copy_table_to_every_node('removed_posts');
