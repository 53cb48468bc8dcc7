import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

const read = (name: string) => readFileSync(join(import.meta.dirname, '../deploy', name), 'utf8');

test('nginx speaks TLS 1.2 and newer only, and redirects http to https', () => {
  const text = read('nginx.conf');
  expect(text.match(/ssl_protocols (.*);/)?.[1]).toBe('TLSv1.2 TLSv1.3');
  expect(text).toMatch(/listen 80;[\s\S]*?return 308 https:\/\/\$host\$request_uri;/);
});

test('the proxies forward the client’s address, and hide the metrics', () => {
  const nginx = read('nginx.conf');
  expect(nginx.match(/X-Forwarded-For (.*);/g)).toEqual(['X-Forwarded-For $remote_addr;']);
  expect(nginx).toMatch(/location [^{]*\/metrics \{[^}]*(?:return 404|deny all)/);
  const caddy = read('Caddyfile');
  expect(caddy).not.toMatch(/X-Forwarded-For.*\{http\.request\.header|trusted_proxies/);
  expect(caddy).toMatch(/@inner path \/metrics\s+respond @inner 404/);
});

test('nginx logs no query strings, which may hold the token of a link', () => {
  const format = /log_format tablon '(.*)';/.exec(read('nginx.conf'))?.[1] ?? '';
  expect(format).toContain('$uri');
  expect(format).not.toMatch(/\$(?:request|request_uri|args|query_string|http_referer|http_cookie)\b/);
});

test('the service and the container run as unprivileged users', () => {
  const service = read('tablon.service');
  for (const line of ['User=tablon', 'NoNewPrivileges=yes', 'ProtectSystem=strict', 'CapabilityBoundingSet='])
    expect(service.split('\n')).toContain(line);
  expect(read('Dockerfile')).toMatch(/^USER node$/m);
});
