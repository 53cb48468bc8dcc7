import { IconButton } from '../../ui/IconButton.tsx';
import { openReport } from './open-report.ts';
import type { ReportTarget } from './report-target.ts';

import styles from './ReportButton.module.css';

/** The report flag. Its icon is a CSS mask, which keeps a long feed light. */
export function ReportButton({ target }: { target: ReportTarget }) {
  return (
    <IconButton label="Reportar" icon={null} className={styles.flag} onClick={() => openReport(target)} />
  );
}
