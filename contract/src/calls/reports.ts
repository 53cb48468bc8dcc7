import { Type, type Static } from 'typebox';

import { limits } from '../rules/limits.ts';
import { type ReportReason, reportReasons, type ReportState, reportStates } from '../rules/reports.ts';
import { command, query } from './define.ts';
import { Cursor, Id, Input, Nullable, Page, Shape } from './shapes.ts';

const Reason = Type.Enum(Object.keys(reportReasons) as ReportReason[]);
const State = Type.Enum(Object.keys(reportStates) as ReportState[]);
/** What an admin makes of it. */
const Step = Type.Enum(['reviewing', 'upheld', 'dismissed']);
const Note = Type.String({ maxLength: limits.reportNote });

const Person = Shape({ uid: Type.String(), displayName: Type.String(), handle: Type.String() });

/** All reports of one post, comment or profile, until they are decided together. */
export const ReportCase = Shape(
  {
    id: Type.String(),
    state: State,
    kind: Type.Enum(['post', 'comment', 'profile']),
    /** Of the post, or the one that the comment stands under; null for a profile. */
    postId: Nullable(Type.String()),
    commentId: Nullable(Type.String()),
    author: Shape({
      /** How they were called when it was reported. */
      ...Person.properties,
      suspended: Type.Boolean(),
      /** False once the account is gone. */
      isThere: Type.Boolean(),
      /** How other reports of anything of theirs were decided. */
      upheld: Type.Integer(),
      dismissed: Type.Integer(),
    }),
    /** As it was when it was first reported. */
    content: Shape({
      /** Of a profile the bio. */
      text: Type.String(),
      link: Nullable(Type.String()),
      media: Nullable(Shape({ url: Type.String(), type: Type.Enum(['image', 'video']) })),
      poll: Type.Array(Type.String()),
      createdAt: Type.String(),
    }),
    /** False once it was deleted. */
    isThere: Type.Boolean(),
    /** What it says now, where that is something else; null otherwise. */
    textNow: Nullable(Type.String()),
    reporters: Type.Integer(),
    reasons: Type.Array(Shape({ reason: Reason, count: Type.Integer() })),
    firstAt: Type.String(),
    lastAt: Type.String(),
    /** The newest twenty. */
    reports: Type.Array(
      Shape({
        reason: Reason,
        note: Type.String(),
        at: Type.String(),
        /** Null for who has no account, or none any more. */
        reporter: Nullable(Person),
        email: Nullable(Type.String()),
      }),
    ),
    /** What admins did with it and noted, oldest first. */
    history: Type.Array(
      Shape({
        at: Type.String(),
        /** Null once the account is gone. */
        admin: Nullable(Person),
        /** The state that it came to; null for a note alone. */
        state: Nullable(Step),
        note: Type.String(),
      }),
    ),
  },
  'ReportCase',
);
export type ReportCase = Static<typeof ReportCase>;

/** `already`: the same person reported the same before, and it is not decided yet. Nothing was written. */
const Received = Shape({ already: Type.Boolean() });
const Changed = Shape({ report: ReportCase });

export const reportContent = command({
  who: 'user',
  group: 'report',
  summary:
    'Reports a post (`postId`), a comment (`postId` and `commentId`) or a profile (`uid`). Once per person while it is not decided.',
  input: Input({
    postId: Type.Optional(Id),
    commentId: Type.Optional(Id),
    uid: Type.Optional(Id),
    reason: Reason,
    note: Type.Optional(Note),
  }),
  output: Received,
});

export const sendPublicReport = command({
  who: 'anyone',
  group: null,
  summary: 'Reports the post or profile at an address of this site, also without an account.',
  input: Input({
    url: Type.String({ minLength: 1, maxLength: limits.linkLength }),
    reason: Reason,
    note: Note,
    email: Type.Optional(Type.String({ maxLength: 400 })),
  }),
  output: Received,
});

export const adminListReports = query({
  who: 'admin',
  group: 'read',
  summary:
    'What was reported and by whom, newest first, ten a page; without a `state` what is still to be decided. Asks for a proof of the last hour.',
  needsFreshProof: true,
  input: Input({ state: Type.Optional(State), cursor: Type.Optional(Cursor) }),
  output: Shape({
    ...Page(ReportCase).properties,
    waiting: Shape({ new: Type.Integer(), reviewing: Type.Integer() }),
  }),
});

export const adminDecideReport = command({
  who: 'admin',
  group: 'moderate',
  summary: 'Takes a report or decides it. What another admin decided meanwhile stays: `failed-precondition`.',
  input: Input({
    reportId: Id,
    state: Step,
    note: Type.Optional(Note),
  }),
  output: Changed,
});

export const adminAddReportNote = command({
  who: 'admin',
  group: 'moderate',
  summary: 'Writes a note in the history of a report.',
  input: Input({ reportId: Id, note: Type.String({ minLength: 1, maxLength: limits.reportNote }) }),
  output: Changed,
});
