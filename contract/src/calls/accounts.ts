import { Type } from 'typebox';

import { command, query, redirect } from './define.ts';
import { Input, NoInput, NoOutput, Nullable, Profile, Shape } from './shapes.ts';

// Wider than the rules allow: the action answers with the specification's own texts.
const Email = Type.String({ maxLength: 512 });
const Password = Type.String({ maxLength: 1024 });
const SignedIn = Shape({ user: Profile });

export const getSession = query({
  who: 'anyone',
  group: null,
  summary: 'The signed-in user, if any, and what the page must know of the site.',
  input: NoInput,
  output: Shape({
    user: Nullable(Profile),
    /** The address of the user's own account: nowhere else is one shown. */
    email: Nullable(Type.String()),
    /** Whether others may find the user by the beginning of that address; null for a stranger. */
    findableByEmail: Nullable(Type.Boolean()),
    isAdmin: Type.Boolean(),
    /** The last event that was told before: the user's stream goes on from there. Null for a stranger. */
    lastEventId: Nullable(Type.String()),
    config: Shape({
      siteName: Type.String(),
      pushPublicKey: Nullable(Type.String()),
      googleSignIn: Type.Boolean(),
      /** Who runs the site; what is not configured is empty. */
      operator: Shape({ name: Type.String(), email: Type.String(), address: Type.String() }),
    }),
  }),
});

export const signUp = command({
  who: 'anyone',
  group: null,
  summary: 'Makes an account with its profile and signs it in.',
  input: Input({
    displayName: Type.String({ maxLength: 400 }),
    email: Email,
    password: Password,
    acceptedTos: Type.Boolean(),
  }),
  output: SignedIn,
});

export const signIn = command({
  who: 'anyone',
  group: null,
  summary: 'Signs in with e-mail and password, and so keeps an account that was to be removed.',
  input: Input({ email: Email, password: Password }),
  output: Shape({ user: Profile, deletionCancelled: Type.Boolean() }),
});

export const startGoogleSignIn = redirect({
  who: 'anyone',
  group: null,
  summary: 'Leads a popup to Google, which always asks for the account. Its way back ends in the popup.',
  input: Input({ acceptedTos: Type.Optional(Type.Union([Type.Literal('true'), Type.Literal('false')])) }),
});

export const requestPasswordReset = command({
  who: 'anyone',
  group: null,
  summary:
    'Sends a link that sets a new password, if there is such an account: the answer is the same without one.',
  input: Input({ email: Email }),
  output: NoOutput,
});

export const resetPassword = command({
  who: 'anyone',
  group: null,
  summary: 'Sets a new password with the token of a one-use link, and ends every session of the account.',
  input: Input({ token: Type.String({ minLength: 1, maxLength: 256 }), password: Password }),
  output: NoOutput,
});

export const signOut = command({
  who: 'anyone',
  group: null,
  summary: 'Ends the session. Without one, nothing happens.',
  input: NoInput,
  output: NoOutput,
});
