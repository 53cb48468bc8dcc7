import type { ReactNode } from 'react';
import { Link } from 'wouter';

import type { ReportCase } from '../../../../contract/src/calls/reports.ts';
import { displayHandle } from '../../../../contract/src/rules/handles.ts';
import { PostTime } from '../../ui/PostTime.tsx';

import styles from './ReportEntry.module.css';

const goneTexts = {
  post: 'El post ya no está.',
  comment: 'El comentario ya no está.',
};

export function ReportedContent({ report }: { report: ReportCase }) {
  const { kind, author, content, newestContent, isThere, textNow } = report;
  // An admin may open what a suspended author published, but not their comments on posts of others.
  const canOpen = isThere && author.isThere && !(kind === 'comment' && author.suspended);
  return (
    <>
      <Copy content={content} report={report}>
        {canOpen && (
          <>
            {' · '}
            <Link href={pathOf(report)}>Ver</Link>
          </>
        )}
      </Copy>
      {newestContent && (
        <>
          <p className={styles.quiet}>Así estaba en un reporte posterior:</p>
          <Copy content={newestContent} report={report}>
            {kind === 'profile' && ` · ${newestContent.displayName} ${displayHandle(newestContent.handle)}`}
          </Copy>
        </>
      )}
      {textNow !== null && (
        <p className={styles.text}>
          <strong>Ahora dice:</strong> {textNow === '' ? 'nada.' : textNow}
        </p>
      )}
      {!isThere && kind !== 'profile' && <p className={styles.done}>{goneTexts[kind]}</p>}
      {!author.isThere && <p className={styles.done}>La cuenta ya no está.</p>}
      {author.suspended && <p className={styles.done}>La cuenta está suspendida.</p>}
    </>
  );
}

function pathOf({ postId, commentId, author: { uid } }: ReportCase): string {
  if (postId === null) return `/perfil/${uid}`;
  return commentId === null ? `/p/${postId}` : `/p/${postId}?comentario=${commentId}`;
}

type CopyProps = { content: ReportCase['content']; report: ReportCase; children: ReactNode };

function Copy({ content, report: { kind, isThere }, children }: CopyProps) {
  const files: readonly ReportedFile[] = content.attachments ?? (content.media ? [content.media] : []);
  return (
    <blockquote className={styles.content}>
      {content.text && (
        <p className={styles.text} dir="auto">
          {content.text}
        </p>
      )}
      {content.link && <p className={styles.text}>{content.link}</p>}
      {content.poll.length > 0 && (
        <ul className={styles.poll}>
          {content.poll.map((option, i) => (
            // oxlint-disable-next-line react/no-array-index-key -- two options may say the same
            <li key={i}>{option}</li>
          ))}
        </ul>
      )}
      {isThere ? (
        files.map((media) => <ReportedMedia key={media.url} media={media} />)
      ) : (
        <GoneMedia files={files} />
      )}
      {kind === 'profile' && !content.text && <p className={styles.quiet}>Sin bio.</p>}
      <footer className={styles.quiet}>
        {kind === 'profile' ? 'Cuenta creada' : 'Publicado'} <PostTime at={content.createdAt} />
        {children}
      </footer>
    </blockquote>
  );
}

type ReportedFile = NonNullable<ReportCase['content']['media']> & { alt?: string | null };

function GoneMedia({ files }: { files: readonly ReportedFile[] }) {
  const [first] = files;
  if (!first) return null;
  const words =
    first.type === 'video'
      ? 'Tenía un video, que se borró.'
      : files.length === 1
        ? 'Tenía una imagen, que se borró.'
        : `Tenía ${files.length} imágenes, que se borraron.`;
  return <p className={styles.quiet}>{words}</p>;
}

function ReportedMedia({ media: { url, type, alt } }: { media: ReportedFile }) {
  const words = alt && (
    <p className={styles.quiet} dir="auto">
      Descripción: {alt}
    </p>
  );
  if (type === 'image') {
    return (
      <>
        <img className={styles.media} src={url} alt="Imagen reportada" />
        {words}
      </>
    );
  }
  return (
    <>
      {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- what people upload has none */}
      <video className={styles.media} src={url} controls preload="metadata" aria-label="Video reportado" />
      {words}
    </>
  );
}
