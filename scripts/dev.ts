import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');
if (existsSync(join(root, '.env'))) process.loadEnvFile(join(root, '.env'));
const port = process.env['PORT'] || '3000';
const page = 'http://localhost:5173';

const children: ChildProcess[] = [
  run(['--watch', '--watch-preserve-output', 'server/src/main.ts'], { PUBLIC_URL: page }),
  run(['node_modules/vite/bin/vite.js', '--config', 'web/vite.config.ts', '--port', '5173', '--strictPort'], {
    API_URL: `http://127.0.0.1:${port}`,
  }),
];
for (const signal of ['SIGINT', 'SIGTERM', 'disconnect']) process.on(signal, endAll);

function run(args: string[], env: Record<string, string>): ChildProcess {
  const child = spawn(process.execPath, args, {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: 'inherit',
  });
  child.on('exit', () => {
    endAll();
    if (children.every(({ exitCode, signalCode }) => exitCode !== null || signalCode !== null))
      process.exit();
  });
  return child;
}

function endAll(): void {
  for (const child of children) child.kill('SIGTERM');
}
