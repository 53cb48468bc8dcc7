import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';

const main = join(import.meta.dirname, '../../server/dist/main.js');

export type SiteOptions = { port: number; dataDir: string; env?: Record<string, string> };

/** Starts the real server, on the embedded database in `dataDir`. Returns the function that stops it. */
export async function startProcess({ port, dataDir, env }: SiteOptions): Promise<() => Promise<void>> {
  const url = siteUrl(port);
  const output: string[] = [];
  const server = spawn(process.execPath, [main], {
    env: {
      ...process.env,
      PORT: String(port),
      PUBLIC_URL: url,
      DATA_DIR: dataDir,
      RATE_LIMITS: 'off',
      LOG_LEVEL: 'warn',
      // Overrides a developer's .env.
      HOST: '127.0.0.1',
      SITE_NAME: 'Tablón',
      MAIN_USER: '@tablon',
      DATABASE_URL: '',
      SUPER_ADMIN_EMAIL: '',
      SUPER_ADMIN_PASSWORD: '',
      SMTP_URL: '',
      MAIL_FROM: '',
      GOOGLE_CLIENT_ID: '',
      GOOGLE_CLIENT_SECRET: '',
      OPERATOR_NAME: 'Asociación Tablón',
      OPERATOR_EMAIL: 'hola@tablon.example',
      OPERATOR_ADDRESS: 'Calle Falsa 123, Buenos Aires',
      ...env,
    },
    // The closing channel tells the server that this process has ended, even when it was killed.
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  server.stdout?.on('data', (chunk: Buffer) => output.push(chunk.toString()));
  server.stderr?.on('data', (chunk: Buffer) => output.push(chunk.toString()));
  try {
    await untilReady(url, server);
  } catch (error) {
    await stopProcess(server);
    throw new Error(`The site did not start.\n${output.join('')}`, { cause: error });
  }
  return () => stopProcess(server);
}

export const siteUrl = (port: number) => `http://localhost:${port}`;

export async function freePort(): Promise<number> {
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
    return false;
  }
}

async function stopProcess(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exit = once(child, 'exit');
  child.kill('SIGTERM');
  const late = setTimeout(() => child.kill('SIGKILL'), 20_000);
  await exit;
  clearTimeout(late);
}
