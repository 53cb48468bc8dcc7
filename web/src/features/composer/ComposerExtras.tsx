import { useEffect, useRef } from 'react';

import { WarningFields } from '../posts/covers/WarningFields.tsx';
import { AttachedFile } from '../posts/files/AttachedFile.tsx';
import { acceptFiles } from './accept-files.ts';
import { beginUpload, removeFile, restoreFile, stopUpload } from './attach.ts';
import { typeDraft, useComposerState } from './composer-store.ts';
import { LinkField } from './LinkField.tsx';
import { LinkOffer } from './LinkOffer.tsx';
import { PollEditor } from './PollEditor.tsx';

import styles from './ComposerExtras.module.css';

export { attachFile } from './attach.ts';
export { publish } from './publish.ts';
export { togglePoll } from './toggle-poll.ts';
export { WarningTool } from './WarningTool.tsx';

type Props = {
  uid: string;
  linkOpen: boolean;
  onLinkClose: () => void;
  onFile: (file: File) => void;
  onSend: () => void;
};

export function ComposerExtras({ uid, linkOpen, onLinkClose, onFile, onSend }: Props) {
  const { draft, attachment, preparing, fileError, warningAsked, outgoing } = useComposerState(uid);
  const root = useRef<HTMLDivElement>(null);
  const { text, link, poll, fileId, warning } = draft;
  // The outgoing post's file, whose upload the post waits for.
  const outgoingFile = outgoing?.attachment?.upload.phase === 'sending' ? outgoing.attachment : null;
  const visible = attachment ?? outgoingFile;

  useEffect(() => {
    void restoreFile(uid);
  }, [uid]);
  useEffect(() => acceptFiles(root.current?.closest('form'), onFile), [onFile]);

  return (
    <div ref={root} className={styles.extras}>
      {linkOpen && (
        <LinkField
          link={link}
          onLink={(typed) => typeDraft(uid, { link: typed })}
          onRemove={onLinkClose}
          onSend={onSend}
        />
      )}
      {!linkOpen && !outgoing && <LinkOffer text={text} onLink={(link) => typeDraft(uid, { link })} />}
      {visible && (
        <AttachedFile
          attachment={visible}
          onStop={() => stopUpload(visible)}
          onRetry={() => beginUpload(uid, visible)}
          onRemove={visible === outgoingFile ? null : () => removeFile(uid)}
        />
      )}
      {!visible && fileId !== null && <div className={styles.coming} />}
      {preparing && (
        <p role="status" className={styles.note}>
          Preparando el archivo…
        </p>
      )}
      {fileError && (
        <p role="alert" className={styles.error}>
          {fileError}
        </p>
      )}
      {poll && <PollEditor poll={poll} onPoll={(poll) => typeDraft(uid, { poll })} onSend={onSend} />}
      {(warningAsked || warning) && (
        <WarningFields warning={warning} onChange={(chosen) => typeDraft(uid, { warning: chosen })} />
      )}
    </div>
  );
}
