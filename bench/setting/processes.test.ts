import { spawn } from 'node:child_process';
import { once } from 'node:events';

import { expect, test } from 'vitest';

import { cpuOf, cpuOfProcess, memoryOf } from './processes.ts';

const parent = `
  require('node:child_process').spawn(process.execPath, ['-e', \`
    process.title = 'postgres';
    while (process.cpuUsage().user < 200_000); console.log(process.pid); setInterval(() => {}, 1000);
  \`], { stdio: 'inherit' });
  setInterval(() => {}, 1000);`;

test('the CPU time of a child is separate from its parent’s', async () => {
  const child = spawn(process.execPath, ['-e', parent], {
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
  });
  try {
    const [output] = (await once(child.stdout, 'data')) as [Buffer];
    const pid = child.pid ?? 0;
    const { node, postgres } = cpuOf(pid);
    expect(postgres).toBeGreaterThanOrEqual(100);
    expect(node).toBeLessThan(postgres);
    expect(cpuOfProcess(pid)).toBeGreaterThanOrEqual(node);
    const memory = memoryOf(pid);
    const withoutGuest = memoryOf(pid, new Set([Number(output.toString())]));
    expect(withoutGuest.node).toBeGreaterThan(5_000_000);
    expect(memory.postgres - withoutGuest.postgres).toBeGreaterThan(5_000_000);
    for (const bytes of [memory.node, memory.postgres]) {
      expect(bytes).toBeGreaterThan(5_000_000);
      expect(bytes).toBeLessThan(200_000_000);
    }
  } finally {
    process.kill(-(child.pid ?? 0), 'SIGKILL');
  }
});

test('an ended process used nothing', () => {
  expect(cpuOf(0x3f_ff_ff)).toEqual({ node: 0, postgres: 0 });
});
