-- Who may read a profile and its posts without an account, and whether search engines may list them. Null: not asked yet, which counts as no.
ALTER TABLE users
  ADD COLUMN public_reading boolean,
  ADD COLUMN indexable boolean NOT NULL DEFAULT false;
