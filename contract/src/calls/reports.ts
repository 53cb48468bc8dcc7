import { Type, type Static } from 'typebox';

import { limits } from '../rules/limits.ts';
import { type ReportReason, reportReasons, type ReportState, reportStates } from '../rules/reports.ts';
import { command, query } from './define.ts';
import { Cursor, Id, Input, Nullable, Page, Shape } from './shapes.ts';

const Reason = Type.Enum(Object.keys(reportReasons) as ReportReason[]);
const State = Type.Enum(Object.keys(reportStates) as ReportState[]);
const Step = Type.Enum(['reviewing', 'upheld', 'dismissed']);
const Note = Type.String({ maxLength: limits.reportNote });

const Person = Shape({ uid: Type.String(), displayName: Type.String(), handle: Type.String() });

const ReportedFile = { url: Type.String(), type: Type.Enum(['image', 'video']) };

const Content = Shape({
  /** The bio, for a profile. */
  text: Type.String(),
  link: Nullable(Type.String()),
  media: Nullable(Shape(ReportedFile)),
  /** Absent unless the post has several files or a described one. */
  attachments: Type.Optional(Type.Array(Shape({ ...ReportedFile, alt: Nullable(Type.String()) }))),
  poll: Type.Array(Type.String()),
  createdAt: Type.String(),
});

/** The reports of one post, comment or profile, which are decided together. */
export const ReportCase = Shape(
  {
    id: Type.String(),
    state: State,
    kind: Type.Enum(['post', 'comment', 'profile']),
    /** The reported post, or the post of the reported comment; null for a profile. */
    postId: Nullable(Type.String()),
    commentId: Nullable(Type.String()),
    author: Shape({
      ...Person.properties,
      suspended: Type.Boolean(),
      isThere: Type.Boolean(),
      upheld: Type.Integer(),
      dismissed: Type.Integer(),
    }),
    /** At the first report. */
    content: Content,
    /** At the newest report that found other content; absent if there was none. */
    newestContent: Type.Optional(
      Shape({ ...Content.properties, displayName: Type.String(), handle: Type.String() }),
    ),
    isThere: Type.Boolean(),
    /** Null if it still equals `content.text`. */
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
        /** Null for a visitor or a deleted account. */
        reporter: Nullable(Person),
        email: Nullable(Type.String()),
      }),
    ),
    history: Type.Array(
      Shape({
        at: Type.String(),
        admin: Nullable(Person),
        /** Null for a note. */
        state: Nullable(Step),
        note: Type.String(),
      }),
    ),
  },
  'ReportCase',
);
export type ReportCase = Static<typeof ReportCase>;

/** `already`: the user has an undecided report of the same content, and nothing was written. */
const ReportReceipt = Shape({ already: Type.Boolean() });
const ReportAnswer = Shape({ report: ReportCase });

export const reportContent = command({
  access: 'user',
  group: 'report',
  summary:
    'Reports a post (`postId`), a comment (`postId` and `commentId`) or a profile (`uid`). Once per user while undecided.',
  input: Input({
    postId: Type.Optional(Id),
    commentId: Type.Optional(Id),
    uid: Type.Optional(Id),
    reason: Reason,
    note: Type.Optional(Note),
  }),
  output: ReportReceipt,
});

export const sendPublicReport = command({
  access: 'anyone',
  group: null,
  summary: 'Reports the post, comment or profile at a URL of this site. Works without an account.',
  input: Input({
    url: Type.String({ minLength: 1, maxLength: limits.linkLength }),
    reason: Reason,
    note: Note,
    email: Type.Optional(Type.String({ maxLength: 400 })),
  }),
  output: ReportReceipt,
});

export const adminListReports = query({
  access: 'admin',
  group: 'read',
  summary:
    'Reports and reporters, newest first, ten per page; without `state` the undecided ones. Requires re-authentication within the last hour.',
  needsReauthentication: true,
  input: Input({ state: Type.Optional(State), cursor: Type.Optional(Cursor) }),
  output: Shape({
    ...Page(ReportCase).properties,
    waiting: Shape({ new: Type.Integer(), reviewing: Type.Integer() }),
  }),
});

export const adminDecideReport = command({
  access: 'admin',
  group: 'moderate',
  summary:
    'Claims or decides a report. Fails with `failed-precondition` if another admin did so first, or the same one with another note.',
  input: Input({
    reportId: Id,
    state: Step,
    note: Type.Optional(Note),
  }),
  output: ReportAnswer,
});

export const adminAddReportNote = command({
  access: 'admin',
  group: 'moderate',
  summary: 'Adds a note to the history of a report.',
  input: Input({ reportId: Id, note: Type.String({ minLength: 1, maxLength: limits.reportNote }) }),
  output: ReportAnswer,
});
