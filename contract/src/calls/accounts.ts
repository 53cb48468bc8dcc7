import { Type } from 'typebox';

import { command, query, redirect } from './define.ts';
import { Onboarding } from './onboarding.ts';
import { Input, NoInput, NoOutput, Nullable, Password, Profile, Shape } from './shapes.ts';

// Wider than the rules: the action answers with the specification's texts.
const Email = Type.String({ maxLength: 512 });

export const getSession = query({
  access: 'anyone',
  group: null,
  summary: 'The signed-in user, if any, and the configuration of the site.',
  input: NoInput,
  output: Shape({
    user: Nullable(Profile),
    email: Nullable(Type.String()),
    /** Null for a visitor. */
    findableByEmail: Nullable(Type.Boolean()),
    isAdmin: Type.Boolean(),
    onboarding: Type.Optional(Onboarding),
    /** Where the event stream starts; null for a visitor. */
    lastEventId: Nullable(Type.String()),
    config: Shape({
      siteName: Type.String(),
      /** The address that people use, without a slash at the end. */
      publicUrl: Type.String(),
      pushPublicKey: Nullable(Type.String()),
      googleSignIn: Type.Boolean(),
      features: Type.Array(Type.String()),
      /** Unset fields are empty. */
      operator: Shape({ name: Type.String(), email: Type.String(), address: Type.String() }),
    }),
  }),
});

export const signUp = command({
  access: 'anyone',
  group: null,
  summary: 'Creates an account with a profile and signs in.',
  // Wider than the rules: the action explains what is wrong.
  input: Input({
    displayName: Type.String({ maxLength: 400 }),
    email: Email,
    password: Password,
    acceptedTos: Type.Optional(Type.Boolean()),
  }),
  output: Shape({ user: Profile, onboarding: Type.Optional(Onboarding) }),
});

export const signIn = command({
  access: 'anyone',
  group: null,
  summary: 'Signs in with e-mail and password. Cancels a pending account deletion.',
  input: Input({ email: Email, password: Password }),
  output: Shape({ user: Profile, deletionCancelled: Type.Boolean() }),
});

export const startGoogleSignIn = redirect({
  access: 'anyone',
  group: null,
  summary:
    'Redirects a popup to Google, which always shows the account chooser. The callback ends in the popup.',
  input: Input({ acceptedTos: Type.Optional(Type.Union([Type.Literal('true'), Type.Literal('false')])) }),
});

export const requestPasswordReset = command({
  access: 'anyone',
  group: null,
  summary: 'Mails a password reset link if the account exists; the answer is the same if it does not.',
  input: Input({ email: Email }),
  output: NoOutput,
});

export const resetPassword = command({
  access: 'anyone',
  group: null,
  summary: 'Sets a new password with a one-use token and ends every session of the account.',
  input: Input({ token: Type.String({ minLength: 1, maxLength: 256 }), password: Password }),
  output: NoOutput,
});

export const signOut = command({
  access: 'anyone',
  group: null,
  summary: 'Ends the session. Does nothing without one.',
  input: NoInput,
  output: NoOutput,
});
