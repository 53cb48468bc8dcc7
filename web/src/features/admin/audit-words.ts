import type { AuditAction, AuditEntry } from '../../../../contract/src/calls/admin.ts';

const actionTexts: Record<AuditAction, string> = {
  'user-suspended': 'suspendió a',
  'user-reactivated': 'reactivó a',
  'post-deleted': 'eliminó el post de',
  'comment-deleted': 'eliminó el comentario de',
  'cover-set': 'puso una advertencia al post de',
  'cover-lifted': 'sacó la advertencia del post de',
  'ad-created': 'creó el anuncio',
  'ad-paused': 'pausó el anuncio',
  'ad-reactivated': 'reactivó el anuncio',
  'ad-deleted': 'eliminó el anuncio',
  'report-taken': 'tomó el reporte de',
  'report-decided': 'resolvió el reporte de',
  'report-noted': 'anotó en el reporte de',
  'admin-granted': 'dio la administración a',
  'admin-revoked': 'quitó la administración a',
  'official-changed': 'cambió la cuenta oficial a',
  'clubs-imported': 'cambió la lista de cuadros:',
  'topic-hidden': 'ocultó el tema',
  'topic-shown': 'mostró el tema',
  'topic-renamed': 'cambió cómo se escribe el tema',
};

export function actorName({ actor }: AuditEntry): string {
  if (actor === null) return 'Quien opera el sitio';
  return actor.displayName ?? 'Una cuenta que ya no existe';
}

/** An unknown action of a newer server shows its code. */
export function actionText({ action }: AuditEntry): string {
  return (actionTexts as Record<string, string | undefined>)[action] ?? action;
}
