import { Type, type Static } from 'typebox';

import { command, download, query } from './define.ts';
import { Id, Input, NoInput, NoOutput, Nullable, Shape } from './shapes.ts';

// Wider than the rules allow: the action answers with the specification's own texts.
const Password = Type.String({ maxLength: 1024 });
/** ISO 8601 in UTC with milliseconds. */
const Time = Type.String();

/** What only its owner is told of an account. */
export const Account = Shape(
  {
    email: Nullable(Type.String()),
    hasPassword: Type.Boolean(),
    /** Whether one can sign in with Google. */
    google: Type.Boolean(),
    createdAt: Time,
    /** When it is removed, if its owner asked for that. */
    deletionAt: Nullable(Time),
    /** False for the accounts that the site itself needs. */
    canBeDeleted: Type.Boolean(),
    /** Whether its owner signed in so short ago that it shows who is there, where there is no password to ask for. */
    recentSignIn: Type.Boolean(),
    /** From when on the data can be downloaded again; null when they can be now. */
    nextDownloadAt: Nullable(Time),
  },
  'Account',
);
export type Account = Static<typeof Account>;

export const getAccount = query({
  who: 'user',
  group: 'read',
  summary: 'One’s own account: how one signs in, and what can be done with it.',
  input: NoInput,
  output: Account,
});

export const changePassword = command({
  who: 'user',
  group: 'account',
  summary: 'Sets another password. Every other session ends; this one goes on under a new token.',
  input: Input({ currentPassword: Password, password: Password }),
  output: NoOutput,
});

export const confirmPassword = command({
  who: 'user',
  group: 'account',
  summary:
    'Shows by one’s password, within the session, that it is still oneself: an admin is asked for that an hour after the last time before a command and before e-mail addresses and reporters are shown, and after twelve before anything else (`failed-precondition` with the reason `sign-in-again`).',
  input: Input({ password: Password }),
  output: NoOutput,
});

export const OwnSession = Shape(
  {
    id: Type.String(),
    createdAt: Time,
    /** To the hour. */
    lastSeenAt: Time,
    /** Whether it is the one that asks. */
    current: Type.Boolean(),
    /** Browser and system as people call them: 'Chrome en Android'. */
    device: Type.String(),
  },
  'OwnSession',
);
export type OwnSession = Static<typeof OwnSession>;

export const getSessions = query({
  who: 'user',
  group: 'read',
  summary: 'Where one is signed in: this session first, then the others, the last used first.',
  input: NoInput,
  output: Shape({ items: Type.Array(OwnSession) }),
});

export const endSession = command({
  who: 'user',
  group: 'account',
  summary: 'Ends one of one’s sessions.',
  input: Input({ sessionId: Id }),
  output: NoOutput,
});

export const endOtherSessions = command({
  who: 'user',
  group: 'account',
  summary: 'Ends all of one’s sessions but this one.',
  input: NoInput,
  output: Shape({ ended: Type.Integer({ minimum: 0 }) }),
});

export const deleteAccount = command({
  who: 'user',
  group: 'account',
  summary:
    'Hides one’s account at once and removes it with all it left after 30 days; to sign in before cancels that. Who has no password has to have signed in a moment ago.',
  // `uid`: a page that has not noticed that somebody else signed in deletes nobody else.
  input: Input({ uid: Id, password: Type.Optional(Password) }),
  output: Shape({ deletionAt: Time }),
});

export const downloadMyData = download({
  who: 'user',
  group: null,
  summary: 'All that is kept of oneself, in one archive; twice a day.',
  type: 'application/zip',
});
