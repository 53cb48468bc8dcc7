import { type KeyboardEvent, type SubmitEvent, useEffect, useRef, useState } from 'react';
import { useLocation } from 'wouter';

import type { PostView } from '../../../../../contract/src/calls/shapes.ts';
import { limits } from '../../../../../contract/src/rules/limits.ts';
import { filesIn } from '../../../../../contract/src/rules/looks/alt-text.ts';
import { codePoints, cutText } from '../../../../../contract/src/rules/text.ts';
import { ApiError, ignoreApiError } from '../../../api/api-error.ts';
import { query } from '../../../api/client.ts';
import { findPost, putPosts, usePost } from '../../../api/post-cache.ts';
import { reasonOf } from '../../../api/reason.ts';
import { Button } from '../../../ui/Button.tsx';
import { isSending } from '../../../ui/forms/GrowingTextBox.tsx';
import { atMost } from '../../../ui/forms/max-length.ts';
import { TextAreaField } from '../../../ui/forms/TextAreaField.tsx';
import { TextField } from '../../../ui/forms/TextField.tsx';
import { useAnnouncedCount } from '../../../ui/forms/use-announced-count.ts';
import { Dialog } from '../../../ui/overlays/Dialog.tsx';
import { alertDialog, confirmDialog } from '../../../ui/overlays/dialogs.ts';
import { openModal } from '../../../ui/overlays/modals.ts';
import { isViewer } from '../../session/session-store.ts';
import { SignInLink } from '../../session/SignInLink.tsx';
import { useSession } from '../../session/use-session.ts';
import { dropEdit, loadEdit, storeEdit } from './edit-draft.ts';
import { canSave, type EditInput, editOf, isEdited, isLinkWrong } from './edit-rules.ts';
import { EditedFiles } from './EditedFiles.tsx';
import { saveEdit } from './save-edit.ts';

import dialog from '../../../ui/overlays/Dialog.module.css';
import styles from './EditPostDialog.module.css';

// Outside the component: within it the compiler keeps all limits, in the first load.
const linkFieldLength = limits.linkFieldLength;

export function openEditor(postId: string): void {
  const post = findPost(postId);
  if (!post) return;
  openModal((close) => <EditPostDialog openedPost={post} onClose={close} />);
  // Without an answer the cached post is shown; saving reads it again.
  readAgain(postId).catch(ignoreApiError);
}

type Props = { openedPost: PostView; onClose: () => void };

function EditPostDialog({ openedPost, onClose }: Props) {
  const post = usePost(openedPost.id) ?? openedPost;
  const { user } = useSession();
  const [path] = useLocation();
  const openedAt = useRef(path);
  const [input, setInput] = useState<EditInput>(() => loadEdit(post));
  const edit = editOf(post, input);
  const [saving, setSaving] = useState(false);
  const hasEdits = isEdited(post, edit);
  const ready = user !== null && canSave(post, edit) && !saving;
  const length = codePoints(edit.text);
  useAnnouncedCount(length, limits.postTextWarning, limits.postText);

  // A reload or the end of the session must not lose it.
  useEffect(() => {
    if (hasEdits) storeEdit(openedPost, input);
    else dropEdit(openedPost);
  }, [openedPost, input, hasEdits]);
  // The link to the sign-in leads to another screen.
  useEffect(() => {
    if (path !== openedAt.current) onClose();
  }, [path, onClose]);

  const close = async () => {
    if (saving) return;
    const keep =
      hasEdits &&
      !(await confirmDialog('Tenés cambios sin guardar. ¿Querés descartarlos?', { danger: true }));
    if (keep) return;
    dropEdit(post);
    onClose();
  };

  const save = async () => {
    if (!ready) return;
    if (!hasEdits) {
      onClose();
      return;
    }
    setSaving(true);
    try {
      const latest = await readAgain(post.id);
      await saveEdit(latest, editOf(latest, input));
      dropEdit(post);
      onClose();
    } catch (error) {
      setSaving(false);
      // The edit is stored for its author; somebody else has signed in.
      if (!isViewer(user.uid)) return onClose();
      // The dialog itself shows a lost session.
      const signedOut = error instanceof ApiError && error.code === 'unauthenticated';
      if (!signedOut) await alertDialog(`No se pudo guardar los cambios: ${reasonOf(error)}`);
    }
  };

  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    void save();
  };

  const sendByKeys = (event: KeyboardEvent) => {
    if (isSending(event)) void save();
  };

  return (
    <Dialog title="Editar publicación" onClose={() => void close()}>
      <form noValidate className={dialog.form} onSubmit={submit}>
        <TextAreaField
          label="Texto"
          aside={length >= limits.postTextWarning && `${length}/${limits.postText}`}
          dir="auto"
          ref={atMost(limits.postText)}
          readOnly={saving}
          onKeyDown={sendByKeys}
          value={edit.text}
          onChange={(event) => setInput({ ...input, text: cutText(event.target.value, limits.postText) })}
        />
        <TextField
          label="Enlace"
          inputMode="url"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={linkFieldLength}
          hint={isLinkWrong(edit) ? 'Todavía no es un enlace válido.' : undefined}
          readOnly={saving}
          onKeyDown={sendByKeys}
          value={edit.link}
          onChange={(event) => setInput({ ...input, link: event.target.value })}
        />
        <EditedFiles
          files={filesIn(post)}
          alts={edit.alts}
          disabled={saving}
          onAlt={(n, alt) => setInput((before) => ({ ...before, alts: { ...before.alts, [n]: alt } }))}
        />
        {!user && (
          <p role="alert" className={styles.signedOut}>
            Tenés que iniciar sesión. <SignInLink />
          </p>
        )}
        <div className={dialog.actions}>
          <Button onClick={() => void close()}>Cancelar</Button>
          <Button type="submit" variant="primary" busy={saving} disabled={!ready && !saving}>
            Guardar cambios
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

/** Another device may have edited the post: what is saved replaces all of its text and link. */
async function readAgain(postId: string): Promise<PostView> {
  const askedAt = performance.now();
  const { post } = await query('getPost', { postId });
  putPosts([post], askedAt);
  return post;
}
