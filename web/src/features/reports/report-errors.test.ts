import { describe, expect, it } from 'vitest';

import { limits } from '../../../../contract/src/rules/limits.ts';
import { ApiError } from '../../api/api-error.ts';
import { checkPublicReport, checkReport, publicReportErrors, reportErrors } from './report-errors.ts';

const site = 'https://tablon.example';

describe('a report', () => {
  it('asks for a reason', () => {
    expect(checkReport({ reason: null })).toEqual({ reason: 'Elegí un motivo.' });
    expect(checkReport({ reason: 'spam' })).toEqual({});
  });

  it('by the public form needs an address of this site, and no e-mail', () => {
    const good = { url: `${site}/p/x`, email: ' ', reason: 'spam' as const };
    expect(checkPublicReport(good, site)).toEqual({});
    const bad = { url: 'https://otro.example/p/x', email: 'nadie', reason: null };
    expect(Object.keys(checkPublicReport(bad, site))).toEqual(['url', 'reason', 'email']);
  });

  it('by the public form refuses an address that is too long, instead of a part of it', () => {
    const url = `${site}/p/x?${'x'.repeat(limits.linkLength)}&comentario=y`;
    const errors = checkPublicReport({ url, email: '', reason: 'spam' }, site);
    expect(Object.keys(errors)).toEqual(['url']);
  });

  it('that fails says why, beside the field that it is about', () => {
    expect(reportErrors(new ApiError('offline', 'sin conexión'))).toEqual({
      form: 'No se pudo enviar el reporte: sin conexión.',
    });
    expect(publicReportErrors(new ApiError('not-found', 'x'))).toHaveProperty('url');
    expect(publicReportErrors(new ApiError('invalid-argument', 'No podés.'))).toEqual({ url: 'No podés.' });
    expect(publicReportErrors(new ApiError('auth/invalid-email', 'No es.'))).toEqual({ email: 'No es.' });
    expect(publicReportErrors(new ApiError('resource-exhausted', 'Esperá.'))).toHaveProperty('form');
  });
});
