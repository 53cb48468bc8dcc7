-- Local to the coordinator: how many there are of something, counted as it changes. Each connection adds to a row of
-- its own, so that nobody waits for somebody else's commit; the sum is the total.
CREATE TABLE site_totals (
  name text NOT NULL CHECK (name IN ('users', 'posts', 'official-followers')),
  slot smallint NOT NULL,
  count bigint NOT NULL,
  PRIMARY KEY (name, slot)
) WITH (fillfactor = 50);

INSERT INTO site_totals (name, slot, count)
  SELECT 'users', 0, count(*) FROM users HAVING count(*) > 0
  UNION ALL SELECT 'posts', 0, count(*) FROM posts HAVING count(*) > 0;

INSERT INTO site_totals (name, slot, count) SELECT 'official-followers', 0, followers_count FROM users WHERE official;

-- Local to the coordinator: how far a job has come that looks at everything, some of it in each run.
CREATE TABLE walks (
  name text PRIMARY KEY CHECK (char_length(name) <= 40),
  last text NOT NULL CHECK (char_length(last) <= 200)
);

-- A name as the search looks for any part of it: the first letters of what is left of it from each letter on.
CREATE FUNCTION name_parts(name text) RETURNS tsvector LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
AS $$ SELECT array_to_tsvector(array(SELECT substr(name, i, 8) FROM generate_series(1, char_length(name)) AS i)) $$;
