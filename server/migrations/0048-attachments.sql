-- The files of a post that has several, or a described one. A plain file stands in the post's own row only, which always holds the first one.
CREATE TABLE post_attachments (
  post_id uuid NOT NULL REFERENCES posts ON DELETE CASCADE,
  -- From 1, as people count them.
  n smallint NOT NULL CHECK (n BETWEEN 1 AND 4),
  key text NOT NULL,
  type text NOT NULL CHECK (type IN ('image', 'video')),
  width integer,
  height integer,
  color text,
  alt text CHECK (char_length(alt) BETWEEN 1 AND 1500),
  captions_key text,
  PRIMARY KEY (post_id, n)
);

SELECT distribute_table('post_attachments', 'post_id', 'posts');

-- The same rows as JSON, in order; null without any.
ALTER TABLE post_summaries ADD COLUMN attachments jsonb;
