// @vitest-environment happy-dom
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import type { Output } from '../../../../contract/src/calls/all.ts';
import { defaultPreferences } from '../../../../contract/src/calls/preferences.ts';
import type { Profile } from '../../../../contract/src/calls/shapes.ts';
import { Problem } from '../../../../contract/src/problem.ts';
import { fakeServer } from '../../api/fake-server.ts';
import { queryClient } from '../../api/query-client.ts';
import { fakeClub, writeClubs } from '../clubs/fake-clubs.ts';
import { session, updateUser } from '../session/session-store.ts';
import { useSession } from '../session/use-session.ts';
import { ProfileEditor } from './ProfileEditor.tsx';

const profile = { uid: 'u', displayName: 'Lu', handle: 'lu', bio: '', avatar: '/media/lu.jpg' } as Profile;
const own = { club: 'boca', show: true, changeableAt: null };
const config = { features: ['cuadros'] } as NonNullable<ReturnType<typeof session.read>['config']>;

function show(
  getProfile: () => Output<'getProfile'>,
  getSession: () => Output<'getSession'> | Promise<Output<'getSession'>> = () =>
    ({ findableByEmail: true }) as Output<'getSession'>,
) {
  const calls = fakeServer({
    getPreferences: () => ({ preferences: defaultPreferences }),
    getSession,
    updateProfile: () => ({ profile }),
    setClub: ({ club = 'river', show = true }) => ({ club, show, changeableAt: null }),
    getProfile,
  });
  writeClubs([fakeClub('boca', 'Boca Juniors')]);
  render(
    <QueryClientProvider client={queryClient}>
      <ProfileEditor profile={profile} signedOut={false} onSaved={() => {}} />
    </QueryClientProvider>,
  );
  return calls;
}

const club = () => screen.getByRole<HTMLInputElement>('combobox', { name: 'Cuadro' });
const showClubBox = () => screen.getByRole<HTMLInputElement>('checkbox', { name: 'Mostrar mi cuadro' });

beforeEach(() => session.write({ status: 'signed-in', user: profile, isAdmin: false, config }));
afterEach(() => {
  cleanup();
  queryClient.clear();
});

test('an untouched field is not saved: another device may have changed it', async () => {
  const calls = show(() => ({ ownClub: own }) as Output<'getProfile'>);
  await waitFor(() => expect(showClubBox().checked).toBe(true));
  await waitFor(() =>
    expect(screen.getByRole<HTMLInputElement>('checkbox', { name: /^Que no me/ }).disabled).toBe(false),
  );
  fireEvent.click(showClubBox());
  fireEvent.click(screen.getByRole('button', { name: 'Guardar cambios' }));
  await screen.findByText('Perfil actualizado ✅');
  const inputsOf = (call: string) => calls.filter(({ name }) => name === call).map(({ input }) => input);
  expect(inputsOf('setClub')).toEqual([{ show: false }]);
  expect(inputsOf('updateProfile')).toEqual([{ displayName: 'Lu', handle: 'lu', bio: '' }]);
});

test('a pasted handle loses its @ and no letter, and a full one not its end', async () => {
  show(() => ({ ownClub: own }) as Output<'getProfile'>);
  const handle = screen.getByRole<HTMLInputElement>('textbox', { name: 'Usuario' });
  const enter = (value: string, caret: number) => {
    const fitting = handle.maxLength < 0 ? value : value.slice(0, handle.maxLength);
    fireEvent.change(handle, { target: { value: fitting, selectionStart: caret, selectionEnd: caret } });
  };
  const full = 'a2345678901234567890';
  enter(`@${full}`, 21);
  expect(handle.value).toBe(full);
  enter('a2x345678901234567890', 3);
  expect([handle.value, handle.selectionStart]).toEqual([full, 2]);
  enter('', 0);
  enter('a b', 2);
  expect([handle.value, handle.selectionStart]).toEqual(['ab', 1]);
});

function OwnProfile() {
  const { user } = useSession();
  return user && <ProfileEditor profile={user} signedOut={false} onSaved={() => {}} />;
}

test('untouched fields follow what another device saved, and typed ones stay', async () => {
  const answer = Promise.withResolvers<Output<'getSession'>>();
  const calls = fakeServer({
    getPreferences: () => ({ preferences: defaultPreferences }),
    getSession: () => answer.promise,
    getProfile: () => ({ ownClub: own }) as Output<'getProfile'>,
    updateProfile: () => ({ profile }),
  });
  render(
    <QueryClientProvider client={queryClient}>
      <OwnProfile />
    </QueryClientProvider>,
  );
  const field = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name });
  expect(field('Nombre visible').value).toBe('Lu');
  fireEvent.change(field('Bio'), { target: { value: 'Canalla' } });
  const user = { ...profile, displayName: 'Lucía', bio: 'De la otra pantalla' };
  answer.resolve({ user, findableByEmail: true } as Output<'getSession'>);
  await waitFor(() => expect(field('Nombre visible').value).toBe('Lucía'));
  expect(field('Bio').value).toBe('Canalla');
  fireEvent.click(screen.getByRole('button', { name: 'Guardar cambios' }));
  await screen.findByText('Perfil actualizado ✅');
  const saved = calls.find(({ name }) => name === 'updateProfile');
  expect(saved?.input).toEqual({ displayName: 'Lucía', handle: 'lu', bio: 'Canalla' });
});

test('the answer of a read from before a save does not undo the save', async () => {
  const answer = Promise.withResolvers<Output<'getSession'>>();
  show(
    () => ({ ownClub: own }) as Output<'getProfile'>,
    () => answer.promise,
  );
  const saved = { ...profile, bio: 'Canalla' };
  updateUser(saved);
  answer.resolve({ user: profile, findableByEmail: true } as Output<'getSession'>);
  await waitFor(() =>
    expect(screen.getByRole<HTMLInputElement>('checkbox', { name: /^Que no me/ }).disabled).toBe(false),
  );
  expect(session.read().user).toBe(saved);
});

test('the club can be changed once it is read', async () => {
  let isDown = true;
  show(() => {
    if (isDown) throw new Problem('not-found');
    return { ownClub: { ...own, show: false } } as Output<'getProfile'>;
  });
  const fields = () => [club().disabled, club().value, showClubBox().disabled, showClubBox().checked];
  expect(fields()).toEqual([true, '', true, false]);
  const retry = await screen.findByRole('button', { name: 'Reintentar' });
  expect(fields()).toEqual([true, '', true, false]);
  isDown = false;
  fireEvent.click(retry);
  await waitFor(() => expect(fields()).toEqual([false, 'Boca Juniors', false, false]));
  expect(screen.queryByRole('button', { name: 'Reintentar' })).toBeNull();
});

test('Cancelar does not leave for the page of another site, from which the sign-up was opened', async () => {
  const back = vi.spyOn(history, 'back').mockReturnValue();
  // This site's first entry, after those of that other site.
  history.pushState({ entry: 'first', depth: 0 }, '', '/editar');
  dispatchEvent(new Event('pushState'));
  show(() => ({ ownClub: own }) as Output<'getProfile'>);
  fireEvent.click(screen.getByRole('button', { name: 'Cancelar' }));
  await waitFor(() => expect(location.pathname).toBe('/perfil'));
  expect(back).not.toHaveBeenCalled();
  back.mockRestore();
});
