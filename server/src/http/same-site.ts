import type { FastifyRequest } from 'fastify';

import { Problem } from '../../../contract/src/problem.ts';

const loopback = /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/;

/**
 * Refuses a command that another site's page sent. Browsers name the sender in `Origin`, or in `Sec-Fetch-Site`; a
 * client that names neither is no browser, and holds no cookie but its own.
 */
export function refuseForeign(request: FastifyRequest, publicOrigin: string): void {
  const { origin, host } = request.headers;
  if (origin !== undefined) {
    if (origin === publicOrigin || isSameLoopback(origin, host)) return;
    throw foreign();
  }
  const from = request.headers['sec-fetch-site'];
  if (from !== undefined && from !== 'same-origin' && from !== 'none') throw foreign();
}

// On one's own machine the site has several names: localhost, 127.0.0.1. Elsewhere only the public one counts, since
// a Host header follows whatever name an attacker points at us.
function isSameLoopback(origin: string, host: string | undefined): boolean {
  const url = URL.parse(origin);
  return url !== null && url.origin === origin && url.host === host && loopback.test(url.hostname);
}

function foreign(): Problem {
  return new Problem('permission-denied', 'El pedido viene de otro sitio.');
}
