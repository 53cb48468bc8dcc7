-- It needs no extension, serves one letter as well as many, and takes the place of users_name_part.
CREATE INDEX users_name_parts ON users USING gin (name_parts(name_folded)) WITH (fastupdate = off);

DROP INDEX IF EXISTS users_name_part;
