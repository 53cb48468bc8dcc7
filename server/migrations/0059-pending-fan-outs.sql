-- Posts that are not on the timelines of their authors' followers yet: written with the posts, deleted with their fan-out
-- a moment later. A row that stays belonged to a process that died or lost the database. Only written on one PostgreSQL,
-- where a row is one group of posts.
CREATE TABLE pending_fan_outs (
  id uuid PRIMARY KEY,
  -- As the job `fan-out-posts` takes them.
  posts json NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);
