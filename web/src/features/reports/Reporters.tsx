import { Link } from 'wouter';

import type { ReportCase } from '../../../../contract/src/calls/reports.ts';
import { mailTo } from '../../../../contract/src/rules/email.ts';
import { reportReasons } from '../../../../contract/src/rules/reports.ts';
import { PostTime } from '../../ui/PostTime.tsx';

import styles from './ReportEntry.module.css';

export function Reporters({ report: { reports, reporters } }: { report: ReportCase }) {
  return (
    <details className={styles.details}>
      <summary>Quién lo reportó</summary>
      <ul className={styles.steps}>
        {reports.map(({ at, reporter, email, reason, note }) => (
          <li key={`${at} ${reporter?.uid ?? email}`}>
            <p className={styles.quiet}>
              {reporter ? (
                <Link href={`/perfil/${reporter.uid}`}>{reporter.displayName}</Link>
              ) : (
                'Alguien sin cuenta'
              )}
              {email && (
                <>
                  {' · '}
                  <a href={mailTo(email)}>{email}</a>
                </>
              )}
              {' · '}
              {reportReasons[reason]} · <PostTime at={at} />
            </p>
            {note && (
              <p className={styles.text} dir="auto">
                {note}
              </p>
            )}
          </li>
        ))}
      </ul>
      {reporters > reports.length && (
        <p className={styles.quiet}>
          Son los {reports.length} últimos de {reporters}.
        </p>
      )}
    </details>
  );
}
