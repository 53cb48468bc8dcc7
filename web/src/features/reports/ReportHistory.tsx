import type { ReportCase } from '../../../../contract/src/calls/reports.ts';
import type { ReportState } from '../../../../contract/src/rules/reports.ts';
import { PostTime } from '../../ui/PostTime.tsx';

import styles from './ReportEntry.module.css';

const steps: Record<Exclude<ReportState, 'new'>, string> = {
  reviewing: 'lo tomó',
  upheld: 'lo resolvió con medidas',
  dismissed: 'lo resolvió sin medidas',
};

export function ReportHistory({ history }: Pick<ReportCase, 'history'>) {
  if (history.length === 0) return null;
  return (
    <section>
      <h3 className={styles.subtitle}>Historial</h3>
      <ul className={styles.steps} aria-label="Historial">
        {history.map(({ at, admin, state, note }) => (
          <li key={`${at} ${admin?.uid} ${state}`}>
            <p className={styles.quiet}>
              <strong>{admin?.displayName ?? 'Una cuenta que ya no está'}</strong>{' '}
              {state ? steps[state] : 'anotó'} · <PostTime at={at} />
            </p>
            {note && (
              <p className={styles.text} dir="auto">
                {note}
              </p>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
