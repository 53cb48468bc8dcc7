-- outside a transaction: others write meanwhile.
-- It needs no extension, serves one letter as well as many, and takes the place of users_name_part.
CREATE INDEX CONCURRENTLY IF NOT EXISTS users_name_parts ON users USING gin (name_parts(name_folded)) WITH (fastupdate = off);

DROP INDEX CONCURRENTLY IF EXISTS users_name_part;
