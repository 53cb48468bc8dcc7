import { useEffect, useRef, useState } from 'react';

import { reasonOf } from '../../../api/reason.ts';
import { uploadFile } from '../../../api/upload.ts';
import type { Attachment, Upload } from '../../posts/files/attachment.ts';
import { prepareFile, fileRejection } from '../../posts/files/media-file.ts';
import { createUploads, ignoreFailedUpload } from '../../posts/files/uploads.ts';
import { withProof } from '../../session/proof/admin-proof.ts';

const uploads = createUploads({
  send: (file, options) => withProof(() => uploadFile('ad', file, options)),
  reasonOf,
  now: Date.now,
});

export function useAdFile() {
  const [attachment, setAttachment] = useState<Attachment | null>(null);
  const [preparing, setPreparing] = useState(false);
  const [error, setError] = useState<string>();
  const newest = useRef<File | null>(null);
  const current = useRef<Attachment | null>(null);

  const show = (next: Attachment | null) => {
    if (current.current) release(current.current);
    current.current = next;
    setAttachment(next);
  };
  useEffect(() => () => (current.current ? release(current.current) : undefined), []);

  const keyOf = (file: Attachment) =>
    uploads.keyOf(file, (upload: Upload) =>
      setAttachment((now) => (now?.id === file.id ? { ...now, upload } : now)),
    );
  const begin = (file: Attachment) => void keyOf(file).catch(ignoreFailedUpload);

  // A rejected file leaves the previous one in place.
  const choose = async (selection: File) => {
    const rejection = fileRejection(selection);
    setError(rejection ?? undefined);
    if (rejection !== null) return;
    newest.current = selection;
    setPreparing(true);
    const ready = await prepareFile(selection);
    if (newest.current !== selection) return;
    setPreparing(false);
    if (!ready) {
      setError('No se pudo procesar la imagen.');
      return;
    }
    const url = URL.createObjectURL(ready.file);
    const upload: Upload = { phase: 'sending', fraction: 0 };
    const next = { ...ready, id: crypto.randomUUID(), url, upload };
    show(next);
    begin(next);
  };

  return {
    attachment,
    preparing,
    error,
    choose,
    keyOf,
    begin,
    stop: () => attachment && uploads.stop(attachment.id),
    remove: () => {
      newest.current = null;
      setPreparing(false);
      setError(undefined);
      show(null);
    },
    /** The server no longer has the upload, so the next attempt uploads again. */
    forgetUpload: () =>
      setAttachment(
        (now) => now && { ...now, upload: { phase: 'stopped', reason: 'el servidor ya no lo tiene' } },
      ),
  };
}

function release({ id, url }: Attachment): void {
  uploads.stop(id);
  URL.revokeObjectURL(url);
}
