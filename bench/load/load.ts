import { type ChildProcess, fork } from 'node:child_process';
import { join } from 'node:path';

import { ask } from '../setting/ask.ts';
import type { RunResult } from './latencies.ts';
import type { Order } from './load-child.ts';

/** `perSecond`: requests of all connections together, however late the answers are. */
export type RunOptions = {
  port: number;
  connections: number;
  milliseconds: number | 'once';
  perSecond?: number;
};

/** The load generator, a process of its own. */
export class Load {
  readonly #child: ChildProcess;

  constructor() {
    this.#child = fork(join(import.meta.dirname, 'load-child.ts'), { serialization: 'advanced' });
  }

  get pid(): number {
    return this.#child.pid ?? 0;
  }

  async prepare(name: string, requests: readonly string[]): Promise<void> {
    await this.#ask({ kind: 'prepare', name, requests });
  }

  /** @throws on any answer but 200: failures must not look fast */
  async run(name: string, options: RunOptions): Promise<RunResult> {
    const result = (await this.#ask({ kind: 'run', name, ...options })) as RunResult;
    if (result.failures > 0) throw new Error(`${name}: ${result.failures} failures, first ${result.failure}`);
    return result;
  }

  close(): void {
    this.#child.kill('SIGKILL');
  }

  #ask(order: Order): Promise<unknown> {
    return ask(this.#child, order);
  }
}
