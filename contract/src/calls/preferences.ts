import { Type, type Static } from 'typebox';

import { command, query } from './define.ts';
import { Input, NoInput, Shape } from './shapes.ts';

export const Preferences = Shape(
  {
    hideClubs: Type.Boolean(),
    askForAlt: Type.Boolean(),
    /** Posts behind a warning start open. */
    showCovered: Type.Boolean(),
    /** Single keys act on posts; Tab and the arrow keys always do. */
    shortcuts: Type.Boolean(),
  },
  'Preferences',
);
export type Preferences = Static<typeof Preferences>;

export const defaultPreferences: Preferences = {
  hideClubs: false,
  askForAlt: false,
  showCovered: false,
  shortcuts: true,
};

const output = Shape({ preferences: Preferences });

export const getPreferences = query({
  access: 'user',
  group: 'read',
  summary: 'The caller’s preferences as a reader.',
  input: NoInput,
  output,
});

export const setPreferences = command({
  access: 'user',
  group: 'editProfile',
  summary: 'Changes some of the caller’s preferences; those left out stay.',
  input: Input(Type.Partial(Preferences).properties),
  output,
});
