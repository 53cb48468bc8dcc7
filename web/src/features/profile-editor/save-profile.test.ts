// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import type { Output } from '../../../../contract/src/calls/all.ts';
import { defaultPreferences } from '../../../../contract/src/calls/preferences.ts';
import { Problem } from '../../../../contract/src/problem.ts';
import { fakeServer } from '../../api/fake-server.ts';
import { preferencesQuery } from '../../api/preferences.ts';
import { ignoreFailedRead, queryClient } from '../../api/query-client.ts';
import { findableKey, preferencesKey } from '../../api/query-keys.ts';
import { sampleProfile } from '../../api/sample-profile.ts';
import { session } from '../session/session-store.ts';
import type { ProfileInput } from './profile-draft.ts';
import { saveProfile } from './save-profile.ts';

const profile = sampleProfile('lucia');
let uploads = 0;
/** Uploads that no profile has taken. */
let waiting = 0;

/** An upload that arrives. */
class ArrivingRequest extends EventTarget {
  upload = new EventTarget();
  status = 200;
  responseText = JSON.stringify({ key: 'avatars/lucia/avatar.jpg' });
  open = () => undefined;
  setRequestHeader = () => undefined;
  getResponseHeader = () => null;
  send = () => {
    uploads++;
    waiting++;
    for (const type of ['load', 'loadend']) this.dispatchEvent(new Event(type));
  };
}

/** Takes each picture once. */
function takePicture(): Output<'updateProfile'> {
  if (waiting === 0)
    throw new Problem('invalid-argument', 'La imagen ya no está disponible. Volvé a subirla.');
  waiting = 0;
  return { profile };
}

const picture = () => ({ file: new File(['foto'], 'yo.jpg', { type: 'image/jpeg' }), url: 'blob:1' });

function save(avatar: ReturnType<typeof picture>, club?: string): Promise<void> {
  return saveInput({ avatar, ...(club !== undefined && { club }) });
}

function saveInput(input: ProfileInput): Promise<void> {
  const fields = { ...profile, findableByEmail: null, askForAlt: null, club: undefined, showClub: undefined };
  return saveProfile({ ...fields, ...input }, input, () => undefined);
}

beforeEach(() => {
  [uploads, waiting] = [0, 0];
  vi.stubGlobal('XMLHttpRequest', ArrivingRequest);
  session.write({ status: 'signed-in', user: profile, isAdmin: false, config: null });
});
afterEach(() => {
  queryClient.clear();
  session.write({ status: 'loading', user: null, isAdmin: false, config: null });
  vi.unstubAllGlobals();
});

test('a picture that was saved before the club was refused can be saved with another club', async () => {
  fakeServer({
    updateProfile: takePicture,
    setClub: ({ club }) => {
      if (club === 'boca') throw new Problem('failed-precondition', 'Todavía no.');
      return { club: 'river', show: true, changeableAt: null };
    },
  });
  const avatar = picture();
  await expect(save(avatar, 'boca')).rejects.toThrow('Todavía no.');
  await save(avatar, 'river');
  expect(waiting).toBe(0);
});

test('a picture whose save was not answered can be saved again at once', async () => {
  let isFirst = true;
  fakeServer({
    updateProfile: () => {
      const answer = takePicture();
      if (!isFirst) return answer;
      isFirst = false;
      throw new TypeError('The connection broke');
    },
  });
  const avatar = picture();
  await expect(save(avatar)).rejects.toThrow('sin conexión');
  await save(avatar);
  expect([uploads, waiting]).toEqual([2, 0]);
});

test('a picture is uploaded once when only the rest was refused', async () => {
  let isTaken = true;
  fakeServer({
    updateProfile: () => {
      if (isTaken) throw new Problem('already-exists');
      return takePicture();
    },
  });
  const avatar = picture();
  await expect(save(avatar)).rejects.toThrow('Eso ya existe.');
  isTaken = false;
  await save(avatar);
  expect([uploads, waiting]).toEqual([1, 0]);
});

test('reads from before do not take back the choices of the form', async () => {
  const before = { preferences: defaultPreferences };
  const read = Promise.withResolvers<typeof before>();
  fakeServer({
    getPreferences: () => read.promise,
    updateProfile: () => ({ profile }),
    setPreferences: () => ({ preferences: { ...defaultPreferences, askForAlt: true } }),
  });
  queryClient.setQueryData(preferencesKey(), before);
  queryClient.setQueryData(findableKey(), true);
  const reads = [
    { ...preferencesQuery(), staleTime: 0 },
    { queryKey: findableKey(), queryFn: () => read.promise.then(() => true), staleTime: 0 },
  ].map((options) => queryClient.fetchQuery<unknown>(options as never).catch(ignoreFailedRead));
  await saveInput({ askForAlt: true, findableByEmail: false });
  read.resolve(before);
  await Promise.all(reads);
  expect(queryClient.getQueryData(findableKey())).toBe(false);
  expect(queryClient.getQueryData(preferencesKey())).toMatchObject({ preferences: { askForAlt: true } });
});

test('what is saved shows even if a later part of the form fails', async () => {
  fakeServer({
    getPreferences: () => ({ preferences: defaultPreferences }),
    updateProfile: () => ({ profile: { ...profile, bio: 'Canalla' } }),
    setPreferences: () => {
      throw new Problem('unavailable');
    },
  });
  await expect(saveInput({ bio: 'Canalla', askForAlt: true })).rejects.toThrow('no está disponible');
  expect(session.read().user?.bio).toBe('Canalla');
});

test('a profile saved after somebody else signed in changes nothing of theirs', async () => {
  const bruno = sampleProfile('bruno');
  const calls = fakeServer({
    updateProfile: () => {
      session.write({ status: 'signed-in', user: bruno, isAdmin: false, config: null });
      return { profile };
    },
    getPreferences: () => ({ preferences: defaultPreferences }),
    setPreferences: () => ({ preferences: { ...defaultPreferences, askForAlt: true } }),
  });
  await saveInput({ findableByEmail: true, askForAlt: true });
  expect(calls.map(({ name }) => name)).toEqual(['updateProfile']);
  expect(queryClient.getQueryData(findableKey())).toBeUndefined();
});
