import { IconButton } from '../../ui/IconButton.tsx';
import { openReport } from './open-report.ts';
import type { ReportTarget } from './report-target.ts';

import styles from './ReportButton.module.css';

/** The flag on what somebody else published. Its picture is a mask of the style sheet: a long feed stays light. */
export function ReportButton({ target }: { target: ReportTarget }) {
  return (
    <IconButton label="Reportar" icon={null} className={styles.flag} onClick={() => openReport(target)} />
  );
}
