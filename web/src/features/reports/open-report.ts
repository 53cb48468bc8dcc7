import { runLazily } from '../../ui/overlays/run-lazily.ts';
import type { ReportTarget } from './report-target.ts';

export function openReport(target: ReportTarget): void {
  void runLazily(async () => (await import('./ReportDialog.tsx')).openReportDialog(target));
}
