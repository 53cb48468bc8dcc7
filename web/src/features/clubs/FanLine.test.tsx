// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { defaultPreferences } from '../../../../contract/src/calls/preferences.ts';
import type { Profile } from '../../../../contract/src/calls/shapes.ts';
import { fakeServer } from '../../api/fake-server.ts';
import { fakeClub } from './fake-clubs.ts';

// Reloads the modules: they load the clubs once, and other tests have loaded them.
async function fresh() {
  const [{ FanLine }, { ClubBadge }, { hideClubs }, { session }] = await Promise.all([
    import('./FanLine.tsx'),
    import('./ClubBadge.tsx'),
    import('./clubs-store.ts'),
    import('../session/session-store.ts'),
  ]);
  return { FanLine, ClubBadge, hideClubs, session };
}

beforeEach(() => {
  vi.resetModules();
});
afterEach(() => {
  cleanup();
  localStorage.clear();
  vi.useRealTimers();
});

test('the clubs are read for a profile that shows one, and for no other', async () => {
  const { FanLine } = await fresh();
  vi.useFakeTimers();
  const calls = fakeServer({});
  const names = () => calls.map(({ name }) => name);
  const { rerender } = render(<FanLine club={undefined} />);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(names()).not.toContain('getClubs');
  rerender(<FanLine club="boca" />);
  expect(screen.getByRole('link').getAttribute('href')).toBe('/club/boca');
  await vi.advanceTimersByTimeAsync(2_000);
  vi.useRealTimers();
  await expect.poll(names).toContain('getClubs');
});

test.each(['the badge', 'the line'])(
  '%s is shown again when the reader has turned that on from another device',
  async (part) => {
    const { FanLine, ClubBadge, hideClubs, session } = await fresh();
    session.write({ status: 'signed-in', user: { uid: 'u' } as Profile, isAdmin: false, config: null });
    fakeServer({
      getClubs: () => ({ version: '1', items: [fakeClub('boca', 'Boca Juniors')], popular: [] }),
      getPreferences: () => ({ preferences: defaultPreferences }),
    });
    hideClubs(true);
    const { container } = render(part === 'the badge' ? <ClubBadge slug="boca" /> : <FanLine club="boca" />);
    expect(container.innerHTML).toBe('');
    await vi.waitFor(() => expect(container.innerHTML).toContain('Hincha de Boca Juniors'), 15_000);
  },
);
