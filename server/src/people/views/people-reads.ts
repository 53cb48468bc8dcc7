import type { Database } from '../../platform/postgres/database.ts';
import type { ExclusionsCache } from './exclusions.ts';
import type { ProfileCache } from './profiles.ts';

export type PeopleReads = {
  readonly db: Database;
  readonly profiles: ProfileCache;
  readonly exclusions: ExclusionsCache;
};
