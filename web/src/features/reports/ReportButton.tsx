import { classNames } from '../../ui/class-names.ts';
import { IconButton } from '../../ui/IconButton.tsx';
import { openReport } from './open-report.ts';
import type { ReportTarget } from './report-target.ts';

import styles from './ReportButton.module.css';

type Props = { target: ReportTarget; className: string | undefined };

/** The flag on what somebody else published. Its picture is a mask of the style sheet: a long feed stays light. */
export function ReportButton({ target, className }: Props) {
  return (
    <IconButton
      label="Reportar"
      icon={null}
      className={classNames(styles.flag, className)}
      aria-haspopup="dialog"
      onClick={() => openReport(target)}
    />
  );
}
