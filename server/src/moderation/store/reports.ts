import type { ReportReason, ReportState, ReportStep } from '../../../../contract/src/rules/reports.ts';
import { deleteInBatches, removalBatch } from '../../kernel/store/batches.ts';
import { type Database, statement } from '../../platform/postgres/database.ts';

export type ReportKind = 'post' | 'comment' | 'profile';

/** Copied at the time of the report. */
export type ReportedContent = {
  text: string;
  link: string | null;
  media: { key: string; type: 'image' | 'video' } | null;
  /** Only of a post with several files, or with a described one. */
  attachments?: { key: string; type: 'image' | 'video'; alt: string | null }[];
  poll: string[];
  createdAt: string;
  author: { displayName: string; handle: string };
};

/** At the first report; `newest` is the last content that a later report found to differ from it. */
export type CaseContent = ReportedContent & { newest?: ReportedContent };

export type ReportTarget = {
  kind: ReportKind;
  id: string;
  postId: string | null;
  authorUid: string;
};

const open = statement(
  'open-report-case',
  `INSERT INTO report_cases (id, target_kind, target_id, post_id, author_uid, content, first_at, last_at)
   VALUES ($1, $2, $3, $4, $5, $6, $7, $7)
   ON CONFLICT (target_kind, target_id) WHERE state IN ('new', 'reviewing') DO UPDATE SET last_at = report_cases.last_at
   RETURNING id`,
);

/** Locks the case: it cannot be decided until the transaction ends. */
export async function openReportCase(
  db: Database,
  { id, target, content, at }: { id: string; target: ReportTarget; content: ReportedContent; at: Date },
): Promise<string> {
  const values = [id, target.kind, target.id, target.postId, target.authorUid, content, at];
  const [row] = await db.run<{ id: string }>(open, values);
  if (!row) throw new Error('The report case was neither created nor found');
  return row.id;
}

export type NewReport = {
  id: string;
  caseId: string;
  reporterUid: string | null;
  email: string | null;
  reason: ReportReason;
  note: string;
  content: ReportedContent;
  at: Date;
};

// Outside of profiles a new name does not count: a rename must not replace the copy of a reported text.
const insert = statement(
  'insert-report',
  `WITH written AS (
     INSERT INTO reports (case_id, id, reporter_uid, email, reason, note, at) VALUES ($1, $2, $3, $4, $5, $6, $7)
     ON CONFLICT DO NOTHING RETURNING case_id
   )
   UPDATE report_cases SET reporters = reporters + 1, last_at = greatest(last_at, $7),
     content = CASE WHEN content - '{newest,author}'::text[] = $8::jsonb - 'author'
         AND (target_kind <> 'profile' OR content -> 'author' = $8::jsonb -> 'author') THEN content
       ELSE jsonb_set(content, '{newest}', $8::jsonb) END
   WHERE id = $1 AND EXISTS (SELECT 1 FROM written) RETURNING id`,
);

/**
 * Adds the content to the case if it differs from the first one.
 * @returns false when this user already has a report in the case; nothing is written then
 */
export async function insertReport(db: Database, report: NewReport): Promise<boolean> {
  const { caseId, id, reporterUid, email, reason, note, at, content } = report;
  return (await db.run(insert, [caseId, id, reporterUid, email, reason, note, at, content])).length === 1;
}

export type ReportCaseRow = {
  id: string;
  target_kind: ReportKind;
  target_id: string;
  post_id: string | null;
  author_uid: string;
  content: CaseContent;
  state: ReportState;
  reporters: number;
  first_at: Date;
  last_at: Date;
  handled_by: string | null;
};

const columns = `id, target_kind, target_id, post_id, author_uid, content, state, reporters, first_at, last_at,
  handled_by`;

const list = statement(
  'find-report-cases',
  `SELECT ${columns} FROM report_cases WHERE state = ANY($1::text[]) AND id < $2 AND author_uid IS DISTINCT FROM $3
   ORDER BY id DESC LIMIT 11`,
);

/** The next 11 cases, newest first: one more than a page. `excluded`: the author whose cases are left out. */
export function findReportCases(
  db: Database,
  states: readonly ReportState[],
  before: string,
  excluded: string | null,
): Promise<ReportCaseRow[]> {
  return db.run<ReportCaseRow>(list, [states, before, excluded]);
}

const findOne = statement('find-report-case', `SELECT ${columns} FROM report_cases WHERE id = $1`);

export async function findReportCase(db: Database, id: string): Promise<ReportCaseRow | null> {
  return (await db.run<ReportCaseRow>(findOne, [id]))[0] ?? null;
}

const lock = statement('lock-report-case', `SELECT ${columns} FROM report_cases WHERE id = $1 FOR UPDATE`);

export async function lockReportCase(db: Database, id: string): Promise<ReportCaseRow | null> {
  return (await db.run<ReportCaseRow>(lock, [id]))[0] ?? null;
}

const update = statement(
  'update-report-case',
  `UPDATE report_cases SET state = $2, handled_by = $3, decided_at = $4 WHERE id = $1`,
);

export async function updateReportCase(
  db: Database,
  {
    id,
    state,
    adminUid,
    decidedAt,
  }: { id: string; state: ReportState; adminUid: string; decidedAt: Date | null },
): Promise<void> {
  await db.run(update, [id, state, adminUid, decidedAt]);
}

const countWaitingOf = statement(
  'count-waiting-reports',
  `SELECT count(*) FILTER (WHERE state = 'new')::int AS new, count(*) FILTER (WHERE state = 'reviewing')::int AS reviewing
   FROM report_cases WHERE state IN ('new', 'reviewing') AND author_uid IS DISTINCT FROM $1`,
);

/** `excluded`: the author whose cases are left out. */
export async function countWaitingReports(
  db: Database,
  excluded: string | null,
): Promise<{ new: number; reviewing: number }> {
  const [row] = await db.run<{ new: number; reviewing: number }>(countWaitingOf, [excluded]);
  return row ?? { new: 0, reviewing: 0 };
}

export type ReportRow = Pick<NewReport, 'email' | 'reason' | 'note' | 'at'> & {
  case_id: string;
  reporter_uid: string | null;
};

const newestOf = statement(
  'find-reports',
  `SELECT r.* FROM unnest($1::uuid[]) AS c(id) CROSS JOIN LATERAL (
     SELECT case_id, reporter_uid, email, reason, note, at FROM reports WHERE case_id = c.id ORDER BY id DESC LIMIT 20
   ) r`,
);

/** The newest 20 reports of each case, newest first. */
export function findReports(db: Database, caseIds: readonly string[]): Promise<ReportRow[]> {
  return db.run<ReportRow>(newestOf, [caseIds]);
}

const reportersOf = statement(
  'find-reporters',
  'SELECT reporter_uid AS uid FROM reports WHERE case_id = $1 AND reporter_uid IS NOT NULL',
);

export async function findReporters(db: Database, caseId: string): Promise<string[]> {
  return (await db.run<{ uid: string }>(reportersOf, [caseId])).map(({ uid }) => uid);
}

type ReasonCount = { case_id: string; reason: ReportReason; count: number };

const reasonsOf = statement(
  'count-report-reasons',
  `SELECT case_id, reason, count(*)::int AS count FROM reports WHERE case_id = ANY($1::uuid[])
   GROUP BY case_id, reason ORDER BY count DESC, reason`,
);

/** The most frequent reason first. */
export function countReportReasons(db: Database, caseIds: readonly string[]): Promise<ReasonCount[]> {
  return db.run<ReasonCount>(reasonsOf, [caseIds]);
}

type AuthorRecord = { case_id: string; upheld: number; dismissed: number };

const recordsOf = statement(
  'count-author-reports',
  `SELECT c.id AS case_id, count(*) FILTER (WHERE o.state = 'upheld')::int AS upheld,
     count(*) FILTER (WHERE o.state = 'dismissed')::int AS dismissed
   FROM report_cases c JOIN report_cases o ON o.author_uid = c.author_uid AND o.id <> c.id
   WHERE c.id = ANY($1::uuid[]) GROUP BY c.id`,
);

/** The decisions in other cases of the same authors; authors without any are left out. */
export function countAuthorReports(db: Database, caseIds: readonly string[]): Promise<AuthorRecord[]> {
  return db.run<AuthorRecord>(recordsOf, [caseIds]);
}

export type ReportHistoryRow = {
  case_id: string;
  at: Date;
  admin_uid: string;
  /** Null for a note. */
  state: ReportStep | null;
  note: string;
};

const historyOf = statement(
  'find-report-history',
  `SELECT case_id, at, admin_uid, state, note FROM report_history WHERE case_id = ANY($1::uuid[]) ORDER BY id`,
);

export function findReportHistory(db: Database, caseIds: readonly string[]): Promise<ReportHistoryRow[]> {
  return db.run<ReportHistoryRow>(historyOf, [caseIds]);
}

const insertStep = statement(
  'insert-report-history',
  'INSERT INTO report_history (case_id, id, at, admin_uid, state, note) VALUES ($1, $2, $3, $4, $5, $6)',
);

export async function insertReportHistory(
  db: Database,
  step: { id: string; caseId: string; at: Date; adminUid: string; state: ReportStep | null; note: string },
): Promise<void> {
  const { id, caseId, at, adminUid, state, note } = step;
  await db.run(insertStep, [caseId, id, at, adminUid, state, note]);
}

// One case can have more reports than one statement should delete.
const removeReportsWhere = (name: string, which: string) =>
  statement(
    name,
    `DELETE FROM reports WHERE (case_id, id) IN (
       SELECT r.case_id, r.id FROM report_cases c JOIN reports r ON r.case_id = c.id
       WHERE c.${which} LIMIT ${removalBatch}) RETURNING id`,
  );
const removeCasesWhere = (name: string, which: string) =>
  statement(
    name,
    `DELETE FROM report_cases WHERE id = ANY(ARRAY(
       SELECT id FROM report_cases WHERE ${which} LIMIT ${removalBatch})) RETURNING id`,
  );

const removeOldReports = removeReportsWhere('delete-old-reports', 'decided_at < $1');
const removeOldCases = removeCasesWhere('delete-old-report-cases', 'decided_at < $1');

/** Counts from the decision; undecided cases stay. */
export async function deleteOldReports(db: Database, since: Date): Promise<void> {
  await deleteInBatches(db, removeOldReports, [since]);
  await deleteInBatches(db, removeOldCases, [since]);
}

const removeReportsOf = removeReportsWhere('delete-reports-of', 'author_uid = $1');
const removeCasesOf = removeCasesWhere('delete-report-cases-of', 'author_uid = $1');

/** Those about the author's profile, posts and comments. */
export async function deleteReportsOf(db: Database, uid: string): Promise<void> {
  await deleteInBatches(db, removeReportsOf, [uid]);
  await deleteInBatches(db, removeCasesOf, [uid]);
}
