import { useId, useState } from 'react';

import type { PostView } from '../../../../contract/src/calls/shapes.ts';
import { filesIn, imageAlt } from '../../../../contract/src/rules/looks/alt-text.ts';
import { assertApiError } from '../../api/api-error.ts';
import { announce } from '../../ui/browser/announce.ts';
import { Button } from '../../ui/Button.tsx';
import { ButtonLink } from '../../ui/ButtonLink.tsx';
import { alertDialog, confirmDialog } from '../../ui/overlays/dialogs.ts';
import { PostTime } from '../../ui/PostTime.tsx';
import { unlistPost } from '../posts/lists/change-lists.ts';
import { AuthorLine } from '../posts/text/AuthorLine.tsx';
import { deleteAnyPost } from './admin-data.ts';

import styles from './Admin.module.css';

export function LatestPost({ post }: { post: PostView }) {
  const nameId = useId();
  const textId = useId();
  const [busy, setBusy] = useState(false);

  const remove = async () => {
    const question = 'Eliminar este post? Esta acción no se puede deshacer.';
    if (!(await confirmDialog(question, { confirm: 'Eliminar' }))) return;
    setBusy(true);
    try {
      await deleteAnyPost(post.id);
      unlistPost(post.id);
      announce('Publicación eliminada.');
    } catch (error) {
      assertApiError(error);
      setBusy(false);
      await alertDialog('No se pudo eliminar el post.');
    }
  };

  const files = filesIn(post);
  return (
    <article className={styles.post} aria-labelledby={`${nameId} ${textId}`}>
      <div className={styles.words}>
        <p className={styles.by}>
          <AuthorLine uid={post.ownerUid} name={post.authorName} handle={post.authorHandle} nameId={nameId} />
          <span className={styles.muted}>
            <PostTime at={post.createdAt} />
          </span>
        </p>
        <p id={textId} className={styles.excerpt} dir="auto">
          {[post.text, post.link, post.poll && 'Encuesta', post.quoteOf && 'Cita']
            .filter(Boolean)
            .join(' · ')}
        </p>
        {files.map(({ url, type, width, height, color }, n) =>
          type === 'image' ? (
            <img
              key={url}
              className={styles.thumb}
              src={url}
              alt={imageAlt(files, n)}
              width={width ?? undefined}
              height={height ?? undefined}
              loading="lazy"
              style={{ backgroundColor: color ?? undefined }}
            />
          ) : (
            <p key={url} className={styles.muted}>
              Con video
            </p>
          ),
        )}
      </div>
      <div className={styles.actions}>
        <ButtonLink href={`/p/${post.id}`} size="small">
          Ver
        </ButtonLink>
        <Button
          size="small"
          variant="danger"
          aria-describedby={`${nameId} ${textId}`}
          busy={busy}
          onClick={() => void remove()}
        >
          Eliminar
        </Button>
      </div>
    </article>
  );
}
