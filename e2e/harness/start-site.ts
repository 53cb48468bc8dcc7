import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { startProvider } from '../../server/test/openid/provider.ts';

const main = join(import.meta.dirname, '../../server/src/main.ts');

/**
 * Starts the real server on its embedded database in a folder of its own, and a real OpenID provider in Google's place,
 * once for all journeys. Names its address in `E2E_URL` and the folder of its mails in `E2E_OUTBOX`. Gives back what
 * stops it and removes the folder.
 */
export default async function startSite(): Promise<() => Promise<void>> {
  const dataDir = await mkdtemp(join(tmpdir(), 'tablon-e2e-'));
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const google = await startProvider(`${url}/api/googleCallback`);
  const output: string[] = [];
  const server = spawn(process.execPath, [main], {
    env: {
      ...process.env,
      PORT: String(port),
      PUBLIC_URL: url,
      DATA_DIR: dataDir,
      RATE_LIMITS: 'off',
      LOG_LEVEL: 'warn',
      // Whatever a developer's own .env says.
      HOST: '127.0.0.1',
      SITE_NAME: 'Tablón',
      MAIN_USER: '@tablon',
      DATABASE_URL: '',
      SUPER_ADMIN_EMAIL: '',
      SUPER_ADMIN_PASSWORD: '',
      SMTP_URL: '',
      MAIL_FROM: '',
      GOOGLE_ISSUER: google.config.issuer,
      GOOGLE_CLIENT_ID: google.config.clientId,
      GOOGLE_CLIENT_SECRET: google.config.clientSecret,
      OPERATOR_NAME: 'Asociación Tablón',
      OPERATOR_EMAIL: 'hola@tablon.example',
      OPERATOR_ADDRESS: 'Calle Falsa 123, Buenos Aires',
    },
    // The channel tells the server when we are gone, also when we were killed.
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  server.stdout?.on('data', (chunk: Buffer) => output.push(chunk.toString()));
  server.stderr?.on('data', (chunk: Buffer) => output.push(chunk.toString()));
  const stop = async () => {
    await stopProcess(server);
    await google.close();
    await rm(dataDir, { recursive: true, force: true });
  };
  try {
    await untilReady(url, server);
  } catch (error) {
    await stop();
    throw new Error(`The site did not start.\n${output.join('')}`, { cause: error });
  }
  process.env['E2E_URL'] = url;
  process.env['E2E_OUTBOX'] = join(dataDir, 'outbox');
  return stop;
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, 'close');
  return port;
}

async function untilReady(url: string, server: ChildProcess): Promise<void> {
  const deadline = Date.now() + 60_000;
  while (Date.now() < deadline) {
    if (server.exitCode !== null) throw new Error(`The server ended with exit code ${server.exitCode}.`);
    if (await isReady(url)) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error('The server was not ready within a minute.');
}

async function isReady(url: string): Promise<boolean> {
  try {
    return (await fetch(`${url}/health/ready`, { signal: AbortSignal.timeout(2000) })).ok;
  } catch {
    return false; // Nothing listens yet.
  }
}

async function stopProcess(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  const late = setTimeout(() => child.kill('SIGKILL'), 20_000);
  await ended;
  clearTimeout(late);
}
