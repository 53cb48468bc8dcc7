-- Whether a profile and its posts can be read without an account, and listed by search engines. Null: not asked yet, which counts as no.
ALTER TABLE users
  ADD COLUMN public_reading boolean,
  ADD COLUMN indexable boolean NOT NULL DEFAULT false;
