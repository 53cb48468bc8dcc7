import type { Database } from '../../platform/postgres/database.ts';
import type { ProfileCache } from './profiles.ts';
import type { UnwantedCache } from './unwanted.ts';

export type PeopleReads = {
  readonly db: Database;
  readonly profiles: ProfileCache;
  readonly unwanted: UnwantedCache;
};
