import type { MediaUrls } from '../../platform/files/media-urls.ts';
import type { Database } from '../../platform/postgres/database.ts';
import type { ExclusionsCache } from './exclusions.ts';
import type { ProfileCache } from './profiles.ts';

export type PeopleReads = {
  readonly db: Database;
  readonly mediaUrls: MediaUrls;
  readonly profiles: ProfileCache;
  readonly authors: ProfileCache;
  readonly exclusions: ExclusionsCache;
  readonly isAdmin: (uid: string) => Promise<boolean>;
};
