import { Problem } from '../../../contract/src/problem.ts';
import { isLoopbackHost } from '../../../contract/src/rules/report-address.ts';
import type { WithHeaders } from './cookies.ts';

/**
 * Browsers send `Origin` or `Sec-Fetch-Site`. A client without either is not a browser, so it has no
 * victim's cookies.
 */
export function refuseCrossSite(request: WithHeaders, publicOrigin: string): void {
  const { origin, host } = request.headers;
  if (origin !== undefined) {
    if (origin === publicOrigin || isSameLoopback(origin, host)) return;
    throw crossSite();
  }
  const from = request.headers['sec-fetch-site'];
  if (from !== undefined && from !== 'same-origin' && from !== 'none') throw crossSite();
}

// A developer's machine has several names: localhost, 127.0.0.1. Elsewhere only PUBLIC_URL counts, since an
// attacker controls the Host header through the name that points at us.
function isSameLoopback(origin: string, host: string | undefined): boolean {
  const url = URL.parse(origin);
  return url !== null && url.origin === origin && url.host === host && isLoopbackHost(url.hostname);
}

function crossSite(): Problem {
  return new Problem('permission-denied', 'El pedido viene de otro sitio.');
}
