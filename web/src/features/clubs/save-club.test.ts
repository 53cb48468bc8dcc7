// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest';

import type { Output } from '../../../../contract/src/calls/all.ts';
import type { OwnClub } from '../../../../contract/src/calls/clubs.ts';
import { fakeServer } from '../../api/fake-server.ts';
import { ignoreFailedRead, queryClient } from '../../api/query-client.ts';
import { ownClubKey } from '../../api/query-keys.ts';
import { sampleProfile } from '../../api/sample-profile.ts';
import { session } from '../session/session-store.ts';
import { saveClub } from './save-club.ts';
import { ownClubQuery } from './use-own-club.ts';

const signedIn = { status: 'signed-in', isAdmin: false, config: null } as const;
const boca: OwnClub = { club: 'boca', show: true, changeableAt: null };
const river: OwnClub = { ...boca, club: 'river' };

afterEach(() => {
  queryClient.clear();
  session.write({ status: 'loading', user: null, isAdmin: false, config: null });
  vi.unstubAllGlobals();
});

test('a club that is saved while somebody else signs in is not theirs', async () => {
  const saved = Promise.withResolvers<OwnClub>();
  fakeServer({ setClub: () => saved.promise });
  session.write({ ...signedIn, user: sampleProfile('lucia') });
  const saving = saveClub({ club: 'boca' });
  session.write({ ...signedIn, user: sampleProfile('bruno') });
  saved.resolve(boca);
  await saving;
  expect(session.read().user).toEqual(sampleProfile('bruno'));
  expect(queryClient.getQueryData(ownClubKey())).toBeUndefined();
});

test('a read from before does not bring the old club back', async () => {
  const read = Promise.withResolvers<Output<'getProfile'>>();
  fakeServer({ getProfile: () => read.promise, setClub: () => boca });
  session.write({ ...signedIn, user: sampleProfile('lucia') });
  queryClient.setQueryData(ownClubKey(), river);
  const reading = queryClient.fetchQuery(ownClubQuery).catch(ignoreFailedRead);
  await saveClub({ club: 'boca' });
  read.resolve({
    profile: sampleProfile('lucia'),
    ownClub: river,
    following: false,
    isSelf: true,
    blocked: false,
    muted: false,
    blockedBy: false,
  });
  await reading;
  expect(queryClient.getQueryData(ownClubKey())).toEqual(boca);
});
