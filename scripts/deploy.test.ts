import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect, onTestFinished, test } from 'vitest';

import { parseMachines } from '../server/src/config-machines.ts';
import { ProcessLife } from '../server/src/platform/process/process-life.ts';
import { cookieName } from '../server/src/sessions/session-cookie.ts';
import { serverOptions } from './setup/node.mjs';

const readDeploy = (name: string) => readFileSync(join(import.meta.dirname, '../deploy', name), 'utf8');

test('nginx speaks TLS 1.2 and newer only, and redirects http to https', () => {
  const text = readDeploy('nginx.conf');
  expect(text.match(/ssl_protocols (.*);/)?.[1]).toBe('TLSv1.2 TLSv1.3');
  expect(text).toMatch(/listen 80;[\s\S]*?return 308 https:\/\/\$host\$request_uri;/);
});

test('the proxies forward the client’s address, and hide the metrics', () => {
  const nginx = readDeploy('nginx.conf');
  expect(nginx.match(/X-Forwarded-For (.*);/g)).toEqual(['X-Forwarded-For $remote_addr;']);
  expect(nginx).toMatch(/location [^{]*\/metrics \{[^}]*(?:return 404|deny all)/);
  for (const name of ['Caddyfile', 'machines/Caddyfile']) {
    const caddy = readDeploy(name);
    expect(caddy).not.toMatch(/X-Forwarded-For.*\{http\.request\.header|trusted_proxies/);
    expect(caddy).toMatch(/@inner path \/metrics\s+respond @inner 404/);
  }
});

test('nginx logs no query strings, which may hold the token of a link', () => {
  const format = /log_format tablon '(.*)';/.exec(readDeploy('nginx.conf'))?.[1] ?? '';
  expect(format).toContain('$uri');
  expect(format).not.toMatch(/\$(?:request|request_uri|args|query_string|http_referer|http_cookie)\b/);
});

test('the service and the container run as unprivileged users', () => {
  const service = readDeploy('tablon.service');
  for (const line of ['User=tablon', 'NoNewPrivileges=yes', 'ProtectSystem=strict', 'CapabilityBoundingSet='])
    expect(service.split('\n')).toContain(line);
  expect(readDeploy('Dockerfile')).toMatch(/^USER node$/m);
});

test('the service and the container start the server as npm start does', () => {
  const start = [...serverOptions, 'server/dist/main.js'];
  expect(readDeploy('tablon.service')).toMatch(new RegExp(`^ExecStart=\\S+/node ${start.join(' ')}$`, 'm'));
  expect(readDeploy('Dockerfile')).toContain(
    `\nCMD ${JSON.stringify(['node_modules/.bin/node', ...start]).replaceAll(',', ', ')}\n`,
  );
});

test('the operator’s tool reads the configuration as the service does', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tablon-tool-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const values = {
    SITE_NAME: 'Mi sitio',
    DATABASE_URL: 'postgres://u:p$x`y`@db/tablon?sslmode=require&application_name=t',
    DATA_DIR: '/srv/tablon',
  };
  const lines = Object.entries(values).map(([name, value]) => `${name}=${value}`);
  const quoted = `# A line\n\n  MAIL_FROM="Tablón <a@b.example>"\nOPERATOR_NAME='Ana "la 10"'`;
  writeFileSync(join(folder, 'tablon.env'), [quoted, ...lines].join('\n'));
  const print = 'process.stdout.write(JSON.stringify(process.env))';
  writeFileSync(join(folder, 'runuser'), `#!${process.execPath}\n${print}`, { mode: 0o755 });
  const script = readDeploy('tablon').replaceAll('/etc/', `${folder}/`).replace('/opt/tablon', folder);
  const PATH = `${folder}:/usr/bin:/bin`;
  expect(JSON.parse(execFileSync('sh', ['-c', script], { env: { PATH }, encoding: 'utf8' }))).toMatchObject({
    ...values,
    MAIL_FROM: 'Tablón <a@b.example>',
    OPERATOR_NAME: 'Ana "la 10"',
    NODE_COMPILE_CACHE: '/var/cache/tablon',
  });
});

test('whatever stops the site waits until it has drained and closed', () => {
  const { drainSeconds } = parseMachines(() => undefined, false);
  const stopSeconds = drainSeconds + new ProcessLife().stopWithinMs / 1_000;
  const times = [
    /^TimeoutStopSec=(\d+)$/m.exec(readDeploy('tablon.service')),
    /^ {4}stop_grace_period: (\d+)s$/m.exec(readDeploy('compose.yaml')),
    /^ {2}stop_grace_period: (\d+)s$/m.exec(readDeploy('machines/compose.yaml')),
  ];
  for (const time of times) expect(Number(time?.[1])).toBeGreaterThan(stopSeconds);
});

test('the machines of the example share all that they must', () => {
  const text = readDeploy('machines/compose.yaml');
  const app = text.slice(text.indexOf('  environment:'), text.indexOf('\nservices:'));
  const variables = new Map(
    Array.from(app.matchAll(/^ {4}([A-Z0-9_]+): '?(.*?)'?$/gm), ([, name = '', value = '']) => [
      name,
      value.replace(/\$\{(\w+)[^}]*\}/g, '$1'),
    ]),
  );
  const { redisUrl, s3, processes } = parseMachines((name) => variables.get(name), false);
  expect({ redisUrl, processes }).toEqual({ redisUrl: 'redis://redis:6379/0', processes: 2 });
  expect(s3).toMatchObject({ bucket: 'tablon', endpoint: 'http://garage:3900', region: 'us-east-1' });
  expect(readDeploy('machines/garage.toml')).toContain(`s3_region = "${s3?.region}"`);
});

test('Caddy sends a browser to the same machine while that one is ready', () => {
  const caddy = readDeploy('machines/Caddyfile');
  const cookie = cookieName({ secure: true }, 'sid');
  expect(caddy).toContain(`request_header X-Browser {http.request.cookie.${cookie}}`);
  expect(caddy).toContain('lb_policy header X-Browser');
  expect(caddy).toContain('health_uri /health/ready');
});
