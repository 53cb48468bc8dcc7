import { fetched } from '../../ui/overlays/fetched.ts';
import type { ReportTarget } from './report-target.ts';

/** Opens the dialog in which something of somebody else is reported. */
export function openReport(target: ReportTarget): void {
  void fetched(async () => (await import('./ReportDialog.tsx')).openReportDialog(target));
}
