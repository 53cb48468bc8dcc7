import { useId } from 'react';
import { Link } from 'wouter';

import type { ReportCase } from '../../../../contract/src/calls/reports.ts';
import { displayHandle } from '../../../../contract/src/rules/handles.ts';
import { reportReasons, reportStates } from '../../../../contract/src/rules/reports.ts';
import { PostTime } from '../../ui/PostTime.tsx';
import { ReportActions } from './ReportActions.tsx';
import { ReportedContent } from './ReportedContent.tsx';
import { Reporters } from './Reporters.tsx';
import { ReportHistory } from './ReportHistory.tsx';

import styles from './ReportEntry.module.css';

const kinds = { post: 'Post', comment: 'Comentario', profile: 'Perfil' };

export function ReportEntry({ report }: { report: ReportCase }) {
  const titleId = useId();
  const { kind, author, state, reporters } = report;
  return (
    <li>
      <article className={styles.entry} aria-labelledby={titleId}>
        <header className={styles.head}>
          <h2 id={titleId} className={styles.title}>
            {kinds[kind]} de <Link href={`/perfil/${author.uid}`}>{author.displayName}</Link>{' '}
            <span className={styles.quiet}>{displayHandle(author.handle)}</span>
          </h2>
          <span className={styles.badge} data-state={state}>
            {reportStates[state]}
          </span>
        </header>
        <p className={styles.quiet}>
          {reporters === 1 ? 'Lo reportó 1 persona' : `Lo reportaron ${reporters} personas`} ·{' '}
          <PostTime at={report.lastAt} />
        </p>
        <ul className={styles.reasons} aria-label="Motivos">
          {report.reasons.map(({ reason, count }) => (
            <li key={reason}>
              {reportReasons[reason]}
              {count > 1 && ` × ${count}`}
            </li>
          ))}
        </ul>
        <ReportedContent report={report} />
        <AuthorRecord author={author} />
        <Reporters report={report} />
        <ReportHistory history={report.history} />
        <ReportActions report={report} />
      </article>
    </li>
  );
}

function AuthorRecord({ author: { upheld, dismissed } }: Pick<ReportCase, 'author'>) {
  if (upheld + dismissed === 0) return null;
  return (
    <p className={styles.quiet}>
      Otros reportes de la misma cuenta: {upheld} con medidas, {dismissed} sin medidas.
    </p>
  );
}
