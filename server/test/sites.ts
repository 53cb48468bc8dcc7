import { afterAll } from 'vitest';

import type { Pool } from '../src/platform/postgres/database.ts';
import type { Transport } from '../src/platform/transport/transport.ts';
import { openSite, type TestSite, type User } from './site.ts';

type Options = NonNullable<Parameters<typeof openSite>[1]>;

const instance = { version: 'test', schema: 'test', secrets: Buffer.alloc(32) };

/** One of several processes of a site; closed when the test file is done. */
export async function openInstance(
  db: Pool,
  transport: Transport | null,
  options: Options = {},
): Promise<TestSite> {
  const site = await openSite(db, { ...options, instance: { ...instance, transport } });
  afterAll(() => site.close());
  return site;
}

/** The same browser, whose requests arrive at another process. */
export function at(site: TestSite, user: User): User {
  return Object.assign(site.visitor({}, user.cookies), { uid: user.uid, email: user.email });
}
