import { useEffect, useRef } from 'react';

import { limits } from '../../../../contract/src/rules/limits.ts';
import { codePoints } from '../../../../contract/src/rules/text.ts';
import { useAnnouncedCount } from '../../ui/forms/use-announced-count.ts';
import { ControlFields } from '../posts/controls/ControlFields.tsx';
import { WarningFields } from '../posts/covers/WarningFields.tsx';
import { beginUpload, removeFile, restoreFiles, stopUpload } from './attach.ts';
import { changeComposer, typeDraft, useComposerState } from './composer-store.ts';
import { describeFile } from './describe-file.ts';
import { acceptFiles } from './files/accept-files.ts';
import { AttachedFiles } from './files/AttachedFiles.tsx';
import { LinkField } from './LinkField.tsx';
import { LinkOffer } from './LinkOffer.tsx';
import { PollEditor } from './PollEditor.tsx';

import styles from './ComposerExtras.module.css';

export { mayPublish } from './ask-for-alt.tsx';
export { attachFiles } from './attach.ts';
export { publish } from './publish.ts';
export { showPoll } from './show-poll.ts';
export { FurtherTools } from './FurtherTools.tsx';

type Props = {
  uid: string;
  linkOpen: boolean;
  onLinkClose: () => void;
  onFiles: (files: File[]) => void;
  onSend: () => void;
};

export function ComposerExtras({ uid, linkOpen, onLinkClose, onFiles, onSend }: Props) {
  const { draft, attachments, preparing, fileError, fileNotice, warningAsked, refusedLink, outgoing } =
    useComposerState(uid);
  const root = useRef<HTMLDivElement>(null);
  const { text, link, poll, files, warning, controls } = draft;
  useAnnouncedCount(codePoints(text), limits.postTextWarning, limits.postText);
  // The outgoing post waits for the uploads of these files.
  const uploadingPost = outgoing?.attachments.some(({ upload }) => upload.phase === 'sending')
    ? outgoing
    : null;
  const source = files.length > 0 ? { draft, attachments } : uploadingPost;

  useEffect(() => {
    void restoreFiles(uid);
  }, [uid]);
  useEffect(() => acceptFiles(root.current?.closest('form'), onFiles), [onFiles]);

  return (
    <div ref={root} className={styles.extras}>
      {linkOpen && (
        <LinkField
          link={link}
          refusedLink={refusedLink}
          onLink={(link) => typeDraft(uid, { link })}
          onRemove={onLinkClose}
          onSend={onSend}
        />
      )}
      {!linkOpen && !outgoing && <LinkOffer text={text} onLink={(link) => typeDraft(uid, { link })} />}
      {source && (
        <AttachedFiles
          files={source.draft.files}
          attachments={source.attachments}
          onStop={stopUpload}
          onRetry={(attachment) => beginUpload(uid, attachment)}
          edit={
            source === uploadingPost
              ? null
              : {
                  onOrder: (files) => typeDraft(uid, { files }),
                  onDescribe: (id) => describeFile(uid, id),
                  onRemove: (id) => removeFile(uid, id),
                }
          }
        />
      )}
      {preparing > 0 && (
        <p role="status" className={styles.note}>
          {preparing === 1 ? 'Preparando el archivo…' : 'Preparando los archivos…'}
        </p>
      )}
      {fileNotice && (
        <p role="status" className={styles.note}>
          {fileNotice}
        </p>
      )}
      {fileError && (
        <p role="alert" className={styles.error}>
          {fileError}
        </p>
      )}
      {poll && <PollEditor poll={poll} onPoll={(poll) => typeDraft(uid, { poll })} onSend={onSend} />}
      {(warningAsked || warning) && (
        <WarningFields
          inline
          warning={warning}
          onChange={(warning) => {
            // 'Ninguna' must not remove the choice of a restored warning, and the focus with it.
            changeComposer(uid, { warningAsked: true });
            typeDraft(uid, { warning });
          }}
        />
      )}
      {controls && (
        <ControlFields controls={controls} onChange={(controls) => typeDraft(uid, { controls })} />
      )}
    </div>
  );
}
