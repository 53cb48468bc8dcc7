import type { Pool } from '../src/platform/postgres/database.ts';

/** From then on the database refuses to delete more than a thousand rows of the table by one statement. */
export async function refuseLargeRemovals({ raw }: Pool, table: string): Promise<void> {
  await raw.query(
    `CREATE OR REPLACE FUNCTION refuse_many() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
       IF (SELECT count(*) FROM removed) > 1000 THEN RAISE EXCEPTION 'too many at once'; END IF;
       RETURN NULL; END $$`,
  );
  await raw.query(
    `CREATE TRIGGER refuse_many AFTER DELETE ON ${table} REFERENCING OLD TABLE AS removed
     FOR EACH STATEMENT EXECUTE FUNCTION refuse_many()`,
  );
}
