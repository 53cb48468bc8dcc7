// @vitest-environment happy-dom
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, expect, test, vi } from 'vitest';

import { fakeServer } from '../../api/fake-server.ts';
import { queryClient } from '../../api/query-client.ts';
import { ClubPicker } from './ClubPicker.tsx';
import { fakeClub, writeClubs } from './fake-clubs.ts';

const items = [
  fakeClub('boca', 'Boca Juniors', { aliases: ['xeneize'] }),
  fakeClub('rosario-central', 'Rosario Central', { place: 'Rosario' }),
  fakeClub('huracan', 'Huracán'),
  fakeClub('newells', 'Newell’s Old Boys', { place: 'Rosario', aliases: ['leproso'] }),
  fakeClub('viejo', 'Retirado', { active: false }),
  fakeClub('olimpo', 'Olimpo', { division: 'federal-a', place: 'Bahía Blanca' }),
];

function Form({ onPick }: { onPick: (slug: string | null) => void }) {
  const [club, setClub] = useState<string | null>(null);
  const pick = (slug: string | null) => {
    setClub(slug);
    onPick(slug);
  };
  return <ClubPicker club={club} onPick={pick} />;
}

async function show() {
  fakeServer({});
  writeClubs(items);
  const onPick = vi.fn<(slug: string | null) => void>();
  render(
    <QueryClientProvider client={queryClient}>
      <Form onPick={onPick} />
    </QueryClientProvider>,
  );
  const box = screen.getByRole<HTMLInputElement>('combobox', { name: 'Cuadro' });
  fireEvent.click(box);
  await screen.findByRole('listbox');
  return { box, onPick };
}

const options = () => screen.queryAllByRole('option').map((option) => option.textContent);
const type = (box: HTMLElement, value: string) => fireEvent.change(box, { target: { value } });
const press = (box: HTMLElement, key: string) => fireEvent.keyDown(box, { key });

afterEach(cleanup);

test('finds clubs by name, place and alias, without accents, grouped by division, and no retired ones', async () => {
  const { box } = await show();
  expect(options()).toHaveLength(6);
  expect(screen.getAllByRole('group').map((group) => group.getAttribute('aria-labelledby'))).toHaveLength(2);
  for (const [text, names] of [
    ['huracan', ['HuracánBuenos Aires']],
    ['CENTRAL', ['Rosario CentralRosario']],
    ['xene', ['Boca JuniorsBuenos Aires']],
    ['bahía', ['OlimpoBahía Blanca']],
    ["newell's", ['Newell’s Old BoysRosario']],
    ['Newell’s', ['Newell’s Old BoysRosario']],
    ['newells old', ['Newell’s Old BoysRosario']],
    ['entral', []],
  ] as const) {
    type(box, text);
    expect(options()).toEqual(names);
  }
  expect(screen.getByText('No encontramos ese cuadro.')).toBeTruthy();
});

test('a search without a match says so to screen readers, and leaves no empty list', async () => {
  document.body.append(Object.assign(document.createElement('div'), { id: 'announcer' }));
  const { box } = await show();
  type(box, 'entral');
  const announcer = document.getElementById('announcer');
  await vi.waitUntil(() => announcer?.textContent === 'Ningún cuadro coincide con la búsqueda.');
  expect([screen.queryByRole('listbox'), box.getAttribute('aria-expanded')]).toEqual([null, 'false']);
  type(box, 'central');
  expect([options(), box.getAttribute('aria-expanded')]).toEqual([['Rosario CentralRosario'], 'true']);
  announcer?.remove();
});

test('a club is chosen by keys alone, and Escape leaves the choice as it was', async () => {
  const { box, onPick } = await show();
  expect(box.value).toBe('');
  press(box, 'ArrowDown');
  press(box, 'ArrowDown');
  const active = box.getAttribute('aria-activedescendant');
  expect(document.getElementById(active ?? '')?.textContent).toContain('Boca Juniors');
  press(box, 'Enter');
  expect(onPick.mock.calls).toEqual([['boca']]);
  expect([box.value, box.getAttribute('aria-expanded')]).toEqual(['Boca Juniors', 'false']);
  press(box, 'ArrowDown');
  type(box, 'hura');
  press(box, 'Escape');
  expect([box.value, onPick.mock.calls.length]).toEqual(['Boca Juniors', 1]);
  press(box, 'ArrowDown');
  type(box, 'hura');
  press(box, 'Enter');
  expect(onPick).toHaveBeenLastCalledWith('huracan');
  press(box, 'ArrowDown');
  press(box, 'ArrowDown');
  press(box, 'Enter');
  expect(onPick).toHaveBeenLastCalledWith(null);
  expect(box.value).toBe('Prefiero no decir');
});
