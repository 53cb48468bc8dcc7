-- The warning that hides a post until a reader opens it: null, or the kind and, for 'otra', its label.
ALTER TABLE posts
  ADD COLUMN warning_kind text,
  ADD COLUMN warning_label text,
  ADD COLUMN warning_by_admin boolean NOT NULL DEFAULT false;

ALTER TABLE post_summaries
  ADD COLUMN warning_kind text,
  ADD COLUMN warning_label text,
  ADD COLUMN warning_by_admin boolean NOT NULL DEFAULT false;
