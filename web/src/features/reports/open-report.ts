import { openLazily } from '../../ui/overlays/run-lazily.ts';
import type { ReportTarget } from './report-target.ts';

export function openReport(target: ReportTarget): void {
  openLazily(
    () => import('./ReportDialog.tsx'),
    ({ openReportDialog }) => openReportDialog(target),
  );
}
