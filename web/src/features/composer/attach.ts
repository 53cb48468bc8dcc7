import { limits } from '../../../../contract/src/rules/limits.ts';
import { reasonOf } from '../../api/reason.ts';
import { uploadFile } from '../../api/upload.ts';
import { confirmDialog } from '../../ui/overlays/dialogs.ts';
import type { Attachment, Upload } from '../posts/files/attachment.ts';
import { kindOf, prepareFile, fileRejection } from '../posts/files/media-file.ts';
import { createUploads, ignoreFailedUpload, isFresh } from '../posts/files/uploads.ts';
import { loadAskForAlt } from './ask-for-alt.tsx';
import { changeComposer, readComposer, storeOf, typeDraft } from './composer-store.ts';
import { dropDraftFile, dropUnusedDraftFiles, readDraftFile, saveDraftFile } from './files/draft-files.ts';
import { isMovingGif } from './files/moving-gif.ts';

const uploads = createUploads({
  send: (file, options) => uploadFile('post', file, options),
  reasonOf,
  now: Date.now,
});

/** By user: files are attached one after the other, which keeps their order. */
const lastAttachment = new Map<string, Promise<void>>();

/**
 * The caller has counted the files as `preparing`. Their uploads start now, so that they have usually
 * finished when the user publishes. A rejected file shows why, and the others stay.
 */
export function attachFiles(uid: string, files: readonly File[]): void {
  if (files.length > 0) changeComposer(uid, { fileError: null, fileNotice: null });
  const answers = new Map<string, Promise<boolean>>();
  // Asked once for all files that are picked together.
  const mayReplace = (question: string) => {
    const answer = answers.get(question) ?? confirmDialog(question, { confirm: 'Reemplazar' });
    answers.set(question, answer);
    return answer;
  };
  for (const file of files) {
    // A failure must not hold up the next file.
    const attachment = Promise.allSettled([lastAttachment.get(uid)]).then(() =>
      attachFile(uid, file, mayReplace),
    );
    lastAttachment.set(
      uid,
      attachment.finally(() => changeComposer(uid, { preparing: readComposer(uid).preparing - 1 })),
    );
  }
}

async function attachFile(
  uid: string,
  file: File,
  mayReplace: (question: string) => Promise<boolean>,
): Promise<void> {
  const refuse = (fileError: string) => changeComposer(uid, { fileError });
  const refusal = fileRejection(file) ?? tooManyWith(uid, kindOf(file));
  if (refusal !== null) return refuse(refusal);
  const ready = await prepareFile(file);
  if (!ready) return refuse('No se pudo procesar la imagen.');
  // An outgoing post that fails returns with its files, which count towards the limit.
  await outgoingDone(uid);
  const question = replaceQuestion(uid, ready.type);
  if (question !== null && !(await mayReplace(question))) return;
  const now = tooManyWith(uid, ready.type);
  if (now !== null) return refuse(now);
  addAttachment(uid, {
    ...ready,
    id: crypto.randomUUID(),
    url: URL.createObjectURL(ready.file),
    upload: { phase: 'sending', fraction: 0 },
  });
  if (await isMovingGif(file)) {
    changeComposer(uid, {
      fileNotice: 'Los GIF se publican quietos. Si querés movimiento, subí un video.',
    });
  }
}

async function outgoingDone(uid: string): Promise<void> {
  const { read, subscribe } = storeOf(uid);
  if (!read().outgoing) return;
  const { promise: outgoingEnd, resolve } = Promise.withResolvers<void>();
  const stop = subscribe(() => {
    if (!read().outgoing) resolve();
  });
  await outgoingEnd;
  stop();
}

function tooManyWith(uid: string, type: Attachment['type']): string | null {
  const { draft } = readComposer(uid);
  const isOneMore = type === 'image' && !hasVideo(uid);
  return isOneMore && draft.files.length >= limits.postImages ? 'Hasta 4 imágenes por publicación.' : null;
}

function replaceQuestion(uid: string, type: Attachment['type']): string | null {
  if (type === 'image') return hasVideo(uid) ? '¿Reemplazar el video por la imagen?' : null;
  const hasImages = !hasVideo(uid) && readComposer(uid).draft.files.length > 0;
  return hasImages ? '¿Reemplazar las imágenes por el video?' : null;
}

function hasVideo(uid: string): boolean {
  return readComposer(uid).attachments.some(({ type }) => type === 'video');
}

export async function restoreFiles(uid: string): Promise<void> {
  const { files } = readComposer(uid).draft;
  await Promise.all(files.map(({ id }) => restoreFile(uid, id)));
}

async function restoreFile(uid: string, id: string): Promise<void> {
  const isThere = () => readComposer(uid).attachments.some((item) => item.id === id);
  if (isThere()) return;
  const draftFile = await readDraftFile(uid, id);
  const { draft, attachments } = readComposer(uid);
  if (!draft.files.some((file) => file.id === id) || isThere()) return;
  if (!draftFile) {
    const files = draft.files.filter((file) => file.id !== id);
    // A post that may have arrived, with its file, must be sent again as it was.
    if (draft.sent) changeComposer(uid, { draft: { ...draft, files } });
    else typeDraft(uid, { files });
    return;
  }
  const upload: Upload =
    draftFile.upload && isFresh(draftFile.upload.at, Date.now())
      ? draftFile.upload
      : { phase: 'sending', fraction: 0 };
  const attachment = { ...draftFile, url: URL.createObjectURL(draftFile.file), upload };
  changeComposer(uid, { attachments: [...attachments, attachment] });
  beginUpload(uid, attachment);
}

export function removeFile(uid: string, id: string): void {
  const { attachments, draft } = readComposer(uid);
  const attachment = attachments.find((item) => item.id === id);
  changeComposer(uid, {
    attachments: attachments.filter((item) => item.id !== id),
    fileError: null,
    fileNotice: null,
  });
  typeDraft(uid, { files: draft.files.filter((file) => file.id !== id) });
  if (!attachment) return;
  uploads.stop(id);
  URL.revokeObjectURL(attachment.url);
  void dropDraftFile(uid, id);
}

export function stopUpload(attachment: Attachment): void {
  uploads.stop(attachment.id);
}

export function beginUpload(uid: string, attachment: Attachment): void {
  void uploadedKey(uid, attachment).catch(ignoreFailedUpload);
}

/** Rejects with ApiError or UploadStopped. */
export function uploadedKey(uid: string, attachment: Attachment): Promise<string> {
  return uploads.keyOf(attachment, (upload) => {
    showUpload(uid, attachment.id, upload);
    if (upload.phase === 'sent') storeFile(uid, { ...attachment, upload });
  });
}

export function forgetPublished(uid: string, attachment: Attachment): void {
  void dropDraftFile(uid, attachment.id);
  // The pending card may show it for a moment longer.
  setTimeout(() => URL.revokeObjectURL(attachment.url), 10_000);
}

function addAttachment(uid: string, attachment: Attachment): void {
  const isAnother = attachment.type === 'video' || hasVideo(uid);
  if (isAnother) for (const { id } of readComposer(uid).draft.files) removeFile(uid, id);
  const { attachments, draft } = readComposer(uid);
  changeComposer(uid, { attachments: [...attachments, attachment] });
  typeDraft(uid, { files: [...draft.files, { id: attachment.id, alt: '' }] });
  storeFile(uid, attachment);
  beginUpload(uid, attachment);
  loadAskForAlt();
  void dropUnusedDraftFiles(uid, (id) => isUsed(uid, id));
}

function isUsed(uid: string, id: string): boolean {
  const { draft, outgoing } = readComposer(uid);
  return [...draft.files, ...(outgoing?.draft.files ?? [])].some((file) => file.id === id);
}

function showUpload(uid: string, id: string, upload: Upload): void {
  const withUpload = (all: readonly Attachment[]) => {
    const index = all.findIndex((item) => item.id === id);
    const before = all[index];
    return before ? all.with(index, { ...before, upload }) : all;
  };
  const { attachments, outgoing } = readComposer(uid);
  changeComposer(uid, {
    attachments: withUpload(attachments),
    outgoing: outgoing && { ...outgoing, attachments: withUpload(outgoing.attachments) },
  });
}

function storeFile(uid: string, { id, type, file, width, height, upload }: Attachment): void {
  // An upload may finish after its file was removed.
  if (!isUsed(uid, id)) return;
  void saveDraftFile(uid, { id, type, file, width, height, upload: upload.phase === 'sent' ? upload : null });
}
