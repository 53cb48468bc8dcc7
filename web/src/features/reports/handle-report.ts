import type { ReportCase } from '../../../../contract/src/calls/reports.ts';
import type { ReportStep } from '../../../../contract/src/rules/reports.ts';
import { ApiError } from '../../api/api-error.ts';
import { command } from '../../api/client.ts';
import { alertDialog, confirmDialog } from '../../ui/dialogs.ts';
import { reasonOf } from '../posts/reason.ts';
import { changeReports, renewReport, rereadReports } from './use-reports.ts';

/** Takes or decides a report. What another admin decided meanwhile is told, and the lists are read anew. */
export async function decideReport({ id }: ReportCase, state: ReportStep, note: string): Promise<boolean> {
  try {
    renewReport((await command('adminDecideReport', { reportId: id, state, note })).report);
    return true;
  } catch (error) {
    if (error instanceof ApiError && error.code === 'failed-precondition') {
      await alertDialog(error.message);
      await rereadReports();
    } else await alertDialog(`No se pudo guardar: ${reasonOf(error)}`);
    return false;
  }
}

export async function addReportNote({ id }: ReportCase, note: string): Promise<boolean> {
  try {
    renewReport((await command('adminAddReportNote', { reportId: id, note })).report);
    return true;
  } catch (error) {
    await alertDialog(`No se pudo guardar la nota: ${reasonOf(error)}`);
    return false;
  }
}

/** Asks, then deletes the reported post. The report stays, with what the post said. */
export async function deleteReportedPost({ postId }: ReportCase): Promise<void> {
  if (postId === null) return;
  const sure = await confirmDialog('Eliminar este post? Esta acción no se puede deshacer.', {
    confirm: 'Eliminar',
  });
  if (!sure) return;
  try {
    await command('adminDeletePost', { postId });
  } catch (error) {
    // Its author, or another admin, was quicker.
    if (!(error instanceof ApiError && error.code === 'not-found')) {
      await alertDialog('No se pudo eliminar el post.');
      return;
    }
  }
  changeReports((report) =>
    report.kind !== 'profile' && report.postId === postId
      ? { ...report, isThere: false, textNow: null }
      : report,
  );
}

/** Asks, then suspends who wrote it, or lifts the suspension. */
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
    await command('adminSetUserSuspended', { targetUid: uid, suspended });
  } catch (error) {
    const told = error instanceof ApiError && error.code === 'failed-precondition';
    await alertDialog(told ? error.message : 'No se pudo actualizar el estado del usuario.');
    return;
  }
  changeReports((report) =>
    report.author.uid === uid ? { ...report, author: { ...report.author, suspended } } : report,
  );
}
