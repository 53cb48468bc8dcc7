import { reasonOf } from '../../api/reason.ts';
import { uploadFile } from '../../api/upload.ts';
import type { Attachment, Upload } from '../posts/files/attachment.ts';
import { preparedFile, refusedFile } from '../posts/files/chosen-file.ts';
import { createUploads, ignoreFailedUpload, isFresh } from '../posts/files/uploads.ts';
import { changeAttachment, changeComposer, readComposer, typeDraft } from './composer-store.ts';
import { dropDraftFile, saveDraftFile, readDraftFile } from './draft-files.ts';

const uploads = createUploads({
  send: (file, options) => uploadFile('post', file, options),
  reasonOf,
  now: Date.now,
});

/** By user, the file being read; the last pick wins. */
const picks = new Map<string, File>();

/**
 * Takes the picked, pasted or dropped file in place of the previous one and starts its upload, so that it has usually
 * finished when the user publishes. A rejected file shows why, and the previous one stays.
 */
export async function attachFile(uid: string, chosen: File): Promise<void> {
  // The outgoing file may return, and a post has one file.
  if (readComposer(uid).outgoing) {
    changeComposer(uid, { preparing: picks.has(uid) });
    return;
  }
  const fileError = refusedFile(chosen);
  if (fileError !== null) {
    changeComposer(uid, { preparing: picks.has(uid), fileError });
    return;
  }
  picks.set(uid, chosen);
  changeComposer(uid, { preparing: true, fileError: null });
  const ready = await preparedFile(chosen);
  if (picks.get(uid) !== chosen) return;
  picks.delete(uid);
  changeComposer(uid, { preparing: false, fileError: ready ? null : 'No se pudo procesar la imagen.' });
  if (!ready) return;
  place(uid, {
    ...ready,
    id: crypto.randomUUID(),
    url: URL.createObjectURL(ready.file),
    upload: { phase: 'sending', fraction: 0 },
  });
}

export async function restoreFile(uid: string): Promise<void> {
  const { fileId } = readComposer(uid).draft;
  if (fileId === null) return;
  const stored = await readDraftFile(uid);
  const { draft, attachment } = readComposer(uid);
  if (draft.fileId !== fileId || attachment) return;
  if (stored?.id !== fileId) {
    typeDraft(uid, { fileId: null });
    return;
  }
  const upload: Upload =
    stored.upload && isFresh(stored.upload.at, Date.now())
      ? stored.upload
      : { phase: 'sending', fraction: 0 };
  const restored = { ...stored, url: URL.createObjectURL(stored.file), upload };
  changeComposer(uid, { attachment: restored });
  beginUpload(uid, restored);
}

export function removeFile(uid: string): void {
  const { attachment } = readComposer(uid);
  changeComposer(uid, { attachment: null, fileError: null });
  typeDraft(uid, { fileId: null });
  if (!attachment) return;
  uploads.stop(attachment.id);
  URL.revokeObjectURL(attachment.url);
  void dropDraftFile(uid);
}

export function stopUpload(attachment: Attachment): void {
  uploads.stop(attachment.id);
}

export function beginUpload(uid: string, attachment: Attachment): void {
  void uploadedKey(uid, attachment).catch(ignoreFailedUpload);
}

/** The key of the uploaded file. Rejects with ApiError or UploadStopped. */
export function uploadedKey(uid: string, attachment: Attachment): Promise<string> {
  return uploads.keyOf(attachment, (upload) => {
    changeAttachment(uid, attachment.id, { upload });
    if (upload.phase === 'sent') keep(uid, { ...attachment, upload });
  });
}

export function forgetPublished(uid: string, attachment: Attachment): void {
  void dropDraftFile(uid);
  // The pending card may show it for a moment longer.
  setTimeout(() => URL.revokeObjectURL(attachment.url), 10_000);
}

function place(uid: string, attachment: Attachment): void {
  removeFile(uid);
  changeComposer(uid, { attachment });
  typeDraft(uid, { fileId: attachment.id });
  keep(uid, attachment);
  beginUpload(uid, attachment);
}

function keep(uid: string, { id, type, file, width, height, upload }: Attachment): void {
  // An upload may finish after its file was replaced or removed.
  const { draft, outgoing } = readComposer(uid);
  if (draft.fileId !== id && outgoing?.draft.fileId !== id) return;
  void saveDraftFile(uid, { id, type, file, width, height, upload: upload.phase === 'sent' ? upload : null });
}
