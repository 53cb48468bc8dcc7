import { Type, type Static } from 'typebox';

import { command, download, query } from './define.ts';
import { Id, Input, NoInput, NoOutput, Nullable, Password, Shape } from './shapes.ts';

/** ISO 8601 in UTC with milliseconds. */
const Time = Type.String();

export const Account = Shape(
  {
    email: Nullable(Type.String()),
    hasPassword: Type.Boolean(),
    google: Type.Boolean(),
    createdAt: Time,
    deletionAt: Nullable(Time),
    canBeDeleted: Type.Boolean(),
    /** Recent enough to delete an account without a password. */
    recentSignIn: Type.Boolean(),
    /** Null: now. */
    nextDownloadAt: Nullable(Time),
  },
  'Account',
);
export type Account = Static<typeof Account>;

export const getAccount = query({
  access: 'user',
  group: 'read',
  summary: 'The caller’s account: sign-in methods, and whether it can be deleted.',
  input: NoInput,
  output: Account,
});

export const changePassword = command({
  access: 'user',
  group: 'account',
  summary: 'Changes the password. All other sessions end; the current one continues under a new token.',
  input: Input({ currentPassword: Password, password: Password }),
  output: NoOutput,
});

export const confirmPassword = command({
  access: 'user',
  group: 'account',
  summary:
    'Re-authenticates the session with the password. Admins need this after an hour for commands, e-mail addresses and reporters, and after twelve hours for any other admin call (`failed-precondition` with the reason `sign-in-again`).',
  input: Input({ password: Password }),
  output: NoOutput,
});

export const OwnSession = Shape(
  {
    id: Type.String(),
    createdAt: Time,
    /** Precise to the hour. */
    lastSeenAt: Time,
    current: Type.Boolean(),
    device: Type.String(),
  },
  'OwnSession',
);
export type OwnSession = Static<typeof OwnSession>;

export const getSessions = query({
  access: 'user',
  group: 'read',
  summary: 'The caller’s sessions: the current one first, then by last use.',
  input: NoInput,
  output: Shape({ items: Type.Array(OwnSession) }),
});

export const endSession = command({
  access: 'user',
  group: 'account',
  summary: 'Ends one of the caller’s sessions.',
  input: Input({ sessionId: Id }),
  output: NoOutput,
});

export const endOtherSessions = command({
  access: 'user',
  group: 'account',
  summary: 'Ends all of the caller’s sessions except the current one.',
  input: NoInput,
  output: Shape({ ended: Type.Integer({ minimum: 0 }) }),
});

export const deleteAccount = command({
  access: 'user',
  group: 'account',
  summary:
    'Hides the caller’s account at once and deletes it with all its data after 30 days. Signing in before then cancels the deletion. Accounts without a password need a recent sign-in.',
  // `uid` guards against a page that has not noticed that another user signed in.
  input: Input({ uid: Id, password: Type.Optional(Password) }),
  output: Shape({ deletionAt: Time }),
});

export const downloadMyData = download({
  access: 'user',
  group: null,
  summary: 'All data of the caller in one archive; twice a day.',
  type: 'application/zip',
});
