import { Type, type Static } from 'typebox';

import { command, query } from './define.ts';
import { Input, NoInput, Shape } from './shapes.ts';

/** A reader's preferences: a new one is a line here and one below. */
export const Preferences = Shape(
  {
    /** Shows nobody's club. */
    hideClubs: Type.Boolean(),
    /** Asks before an image without a description is published. */
    askForAlt: Type.Boolean(),
    /** Shows posts with a warning open. */
    showCovered: Type.Boolean(),
  },
  'Preferences',
);
export type Preferences = Static<typeof Preferences>;

export const defaultPreferences: Preferences = {
  hideClubs: false,
  askForAlt: false,
  showCovered: false,
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
