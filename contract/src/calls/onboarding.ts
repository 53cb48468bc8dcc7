import { Type, type Static } from 'typebox';

import { command, query } from './define.ts';
import { Input, NoInput, Nullable, Shape } from './shapes.ts';

/** Whether each step is done; absent if its part of the product is off. */
export const Onboarding = Shape(
  {
    club: Type.Optional(Type.Boolean()),
    follow: Type.Boolean(),
    reading: Type.Optional(Type.Boolean()),
  },
  'Onboarding',
);
export type Onboarding = Static<typeof Onboarding>;

const output = Shape({ onboarding: Nullable(Onboarding) });

export const getOnboarding = query({
  access: 'user',
  group: 'read',
  summary: 'The caller’s first steps; null once they are done or put off.',
  input: NoInput,
  output,
});

export const setOnboarding = command({
  access: 'user',
  group: 'editProfile',
  summary:
    'Marks one of the caller’s first steps as done, or puts all of them off: for three days, the second time for good. Takes either.',
  input: Input({
    step: Type.Optional(Type.Union([Type.Literal('club'), Type.Literal('follow'), Type.Literal('reading')])),
    snooze: Type.Optional(Type.Literal(true)),
  }),
  output,
});
