import type { ReportCase } from '../../../../contract/src/calls/reports.ts';
import type { ReportStep } from '../../../../contract/src/rules/reports.ts';
import { ApiError } from '../../api/api-error.ts';
import { queryClient } from '../../api/query-client.ts';
import { reportsKey } from '../../api/query-keys.ts';
import { reasonOf } from '../../api/reason.ts';
import { alertDialog, confirmDialog } from '../../ui/overlays/dialogs.ts';
import { adminCommand } from '../session/proof/admin-command.ts';
import { changeReports, updateReport, rereadReports } from './use-reports.ts';

export async function decideReport({ id }: ReportCase, state: ReportStep, note: string): Promise<boolean> {
  try {
    updateReport((await adminCommand('adminDecideReport', { reportId: id, state, note })).report);
    return true;
  } catch (error) {
    await explain(error, 'No se pudo guardar');
    return false;
  }
}

export async function addReportNote({ id }: ReportCase, note: string): Promise<boolean> {
  try {
    updateReport((await adminCommand('adminAddReportNote', { reportId: id, note })).report);
    return true;
  } catch (error) {
    await explain(error, 'No se pudo guardar la nota');
    return false;
  }
}

/** Re-reads the lists if another admin was faster, or the report is gone. */
async function explain(error: unknown, failure: string): Promise<void> {
  const isStale =
    error instanceof ApiError && (error.code === 'failed-precondition' || error.code === 'not-found');
  await alertDialog(isStale ? error.message : `${failure}: ${reasonOf(error)}`);
  if (isStale) await rereadReports();
}

export async function deleteReported({ postId, commentId }: ReportCase): Promise<void> {
  if (postId === null) return;
  const noun = commentId === null ? 'post' : 'comentario';
  const question = `Eliminar este ${noun}? Esta acción no se puede deshacer.`;
  if (!(await confirmDialog(question, { confirm: 'Eliminar' }))) return;
  try {
    if (commentId === null) await adminCommand('adminDeletePost', { postId });
    else await adminCommand('adminDeleteComment', { postId, commentId });
  } catch (error) {
    // The author or another admin was faster.
    if (!(error instanceof ApiError && error.code === 'not-found')) {
      await alertDialog(`No se pudo eliminar el ${noun}.`);
      return;
    }
  }
  changeReports((report) =>
    report.postId === postId && (commentId === null || report.commentId === commentId)
      ? { ...report, isThere: false, textNow: null }
      : report,
  );
}

export async function setReportedSuspended({ author }: ReportCase, suspended: boolean): Promise<void> {
  const { uid, displayName } = author;
  const sure = await confirmDialog(
    suspended
      ? `¿Suspender a ${displayName}? Se cierran sus sesiones, no va a poder ingresar, y su perfil, sus publicaciones y sus comentarios dejan de verse hasta que la cuenta se reactive.`
      : `¿Reactivar a ${displayName}? Va a poder ingresar, y vuelven a verse su perfil y todo lo que publicó.`,
    { confirm: suspended ? 'Suspender' : 'Reactivar', danger: suspended },
  );
  if (!sure) return;
  try {
    await adminCommand('adminSetUserSuspended', { targetUid: uid, suspended });
  } catch (error) {
    const hasOwnMessage = error instanceof ApiError && error.code === 'failed-precondition';
    await alertDialog(hasOwnMessage ? error.message : 'No se pudo actualizar el estado del usuario.');
    return;
  }
  changeReports((report) =>
    report.author.uid === uid ? { ...report, author: { ...report.author, suspended } } : report,
  );
  // Posts, comments and lists of people change as well; the queue keeps its reports in place.
  const [queue] = reportsKey();
  void queryClient.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== queue });
}
