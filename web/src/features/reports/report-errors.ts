import { normaliseEmail } from '../../../../contract/src/rules/email.ts';
import { limits } from '../../../../contract/src/rules/limits.ts';
import { contentAt } from '../../../../contract/src/rules/report-address.ts';
import type { ReportReason } from '../../../../contract/src/rules/reports.ts';
import type { ApiError } from '../../api/api-error.ts';
import { reasonOf } from '../../api/reason.ts';
import type { EntryErrors } from '../session/entry-errors.ts';

export function checkReport({ reason }: { reason: ReportReason | null }): EntryErrors {
  return reason === null ? { reason: 'Elegí un motivo.' } : {};
}

type PublicReport = { url: string; email: string; reason: ReportReason | null };

export function checkPublicReport({ url, email, reason }: PublicReport, origin: string): EntryErrors {
  const isWrong = email.trim() !== '' && normaliseEmail(email) === null;
  return {
    ...((url.length > limits.linkLength || contentAt(url, origin) === null) && {
      url: 'Pegá la dirección de una publicación o de un perfil de este sitio.',
    }),
    ...checkReport({ reason }),
    ...(isWrong && { email: 'El email no es válido.' }),
  };
}

export function reportErrors(failure: ApiError): EntryErrors {
  return { form: `No se pudo enviar el reporte: ${reasonOf(failure)}.` };
}

export function publicReportErrors(failure: ApiError): EntryErrors {
  if (failure.code === 'not-found') return { url: 'En esa dirección no hay nada publicado.' };
  if (failure.code === 'invalid-argument') return { url: failure.message };
  if (failure.code === 'auth/invalid-email') return { email: failure.message };
  return reportErrors(failure);
}
