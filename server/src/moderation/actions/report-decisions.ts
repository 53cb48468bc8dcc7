import { Problem } from '../../../../contract/src/problem.ts';
import { displayHandle } from '../../../../contract/src/rules/handles.ts';
import {
  isDecided,
  type ReportDecision,
  reportNote,
  type ReportState,
  reportStates,
  type ReportStep,
} from '../../../../contract/src/rules/reports.ts';
import { writeAudit } from '../../audit/actions/audit.ts';
import { isId, newId } from '../../kernel/ids.ts';
import type { WriteTransaction, Writes } from '../../kernel/writes.ts';
import { findBlockedActors } from '../../people/store/blocks.ts';
import { findUsers } from '../../people/store/users.ts';
import type { Database } from '../../platform/postgres/database.ts';
import { findComment } from '../../posts/store/comments.ts';
import { findPostOwner } from '../../posts/store/posts.ts';
import { type CaseAdmin, excludedAuthor } from '../store/own-cases.ts';
import {
  findReporters,
  findReportHistory,
  insertReportHistory,
  lockReportCase,
  type ReportCaseRow,
  type ReportKind,
  updateReportCase,
} from '../store/reports.ts';

type Step = { reportId: string; state: ReportStep; note?: string };

/**
 * A decision is final and reporters with an account are notified. Idempotent for the same admin and note.
 * @throws Problem when the report was claimed or decided before, or is about the admin
 */
export async function decideReport(
  { transaction }: Writes,
  admin: CaseAdmin,
  { reportId, state, note = '' }: Step,
): Promise<void> {
  const { uid: adminUid } = admin;
  await transaction(async (tx) => {
    const { at } = tx;
    const report = await lockReport(tx, admin, reportId);
    const cleanNote = reportNote(note);
    if (await isRepeated(tx, report, { adminUid, state, note: cleanNote })) return;
    if (isDecided(report.state) || report.state === state) throw await alreadyHandled(tx, report);
    await updateReportCase(tx, {
      id: report.id,
      state,
      adminUid,
      decidedAt: state === 'reviewing' ? null : at,
    });
    await insertReportHistory(tx, { id: newId(at), caseId: report.id, at, adminUid, state, note: cleanNote });
    await writeAudit(tx, at, {
      actor: { uid: adminUid },
      action: state === 'reviewing' ? 'report-taken' : 'report-decided',
      target: {
        kind: 'report',
        id: report.id,
        label: state === 'reviewing' ? labelOf(report) : `${labelOf(report)}: ${stateInSentence(state)}`,
      },
      note: cleanNote,
    });
    if (state !== 'reviewing') await notifyReporters(tx, report, { state, adminUid });
  });
}

async function isRepeated(
  db: Database,
  report: ReportCaseRow,
  { adminUid, state, note }: { adminUid: string; state: ReportStep; note: string },
): Promise<boolean> {
  if (report.state !== state || report.handled_by !== adminUid) return false;
  const steps = (await findReportHistory(db, [report.id])).filter((step) => step.state === state);
  return note === '' || steps.at(-1)?.note === note;
}

// The notification names neither the reported user nor the admin, and no push is sent.
async function notifyReporters(
  tx: WriteTransaction,
  report: ReportCaseRow,
  { state, adminUid }: { state: ReportDecision; adminUid: string },
): Promise<void> {
  const uids = (await findReporters(tx, report.id)).filter((uid) => uid !== adminUid);
  const type = `report-${state}` as const;
  // An admin who takes measures may delete the content after the decision.
  const content = state === 'upheld' ? null : await findContent(tx, report);
  const barredUids = new Set<string>();
  for (const author of content?.authors ?? [])
    for (const uid of await findBlockedActors(tx, author, uids)) barredUids.add(uid);
  const linkFor = (uid: string) => (content && !barredUids.has(uid) ? content.path : '/terminos');
  tx.notify(
    ...uids.map((uid) => ({ uid, type, actorUid: null, postId: null, link: linkFor(uid), silent: true })),
  );
}

/** `authors`: its author, and the one of the post above it. Null when it was deleted. */
async function findContent(
  db: Database,
  { target_kind: kind, target_id: id, post_id: commentedId, author_uid: uid }: ReportCaseRow,
): Promise<{ path: string; authors: readonly string[] } | null> {
  const postId = kind === 'post' ? id : commentedId;
  if (postId === null) return { path: `/perfil/${uid}`, authors: [uid] };
  const owner = await findPostOwner(db, postId);
  if (owner === null || (kind === 'comment' && !(await findComment(db, postId, id)))) return null;
  return { path: `/p/${postId}`, authors: [uid, owner] };
}

export async function addReportNote(
  { transaction }: Writes,
  admin: CaseAdmin,
  { reportId, note }: { reportId: string; note: string },
): Promise<void> {
  const cleanNote = reportNote(note);
  if (cleanNote === '') throw new Problem('invalid-argument', 'La nota está vacía.');
  const { uid: adminUid } = admin;
  await transaction(async (tx) => {
    const { at } = tx;
    const report = await lockReport(tx, admin, reportId);
    // Sent again, since its answer was lost.
    const last = (await findReportHistory(tx, [report.id])).at(-1);
    if (last?.state === null && last.admin_uid === adminUid && last.note === cleanNote) return;
    const step = { caseId: report.id, at, adminUid, state: null, note: cleanNote };
    await insertReportHistory(tx, { id: newId(at), ...step });
    await writeAudit(tx, at, {
      actor: { uid: adminUid },
      action: 'report-noted',
      target: { kind: 'report', id: report.id, label: labelOf(report) },
      note: cleanNote,
    });
  });
}

export function reportNotFound(): Problem {
  return new Problem('not-found', 'Reporte no encontrado.');
}

async function lockReport(db: Database, admin: CaseAdmin, id: string): Promise<ReportCaseRow> {
  const report = isId(id) ? await lockReportCase(db, id) : null;
  if (!report) throw reportNotFound();
  if (report.author_uid === admin.uid && (await excludedAuthor(db, admin)) !== null)
    throw new Problem('permission-denied', 'Es sobre vos: lo resuelve otra persona.');
  return report;
}

async function alreadyHandled(db: Database, { state, handled_by: uid }: ReportCaseRow): Promise<Problem> {
  const [admin] = uid === null ? [] : await findUsers(db, [uid]);
  const name = admin?.display_name ?? 'otra persona';
  const message =
    state === 'reviewing' ? `Ya lo tomó ${name}.` : `Ya lo resolvió ${name}: ${stateInSentence(state)}.`;
  return new Problem('failed-precondition', message);
}

function stateInSentence(state: ReportState): string {
  return reportStates[state].toLowerCase();
}

const kinds: Record<ReportKind, string> = { post: 'post', comment: 'comentario', profile: 'perfil' };

function labelOf({ target_kind: kind, content: { author } }: ReportCaseRow): string {
  return `${displayHandle(author.handle) || author.displayName} (${kinds[kind]})`;
}
