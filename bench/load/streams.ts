import { type ChildProcess, fork } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

import { ask } from '../setting/ask.ts';
import type { StreamsCheck, StreamsOrder } from './streams-child.ts';

/** The event streams of many open pages, in a process of their own. */
export class Streams {
  readonly #child: ChildProcess;

  constructor() {
    this.#child = fork(join(import.meta.dirname, 'streams-child.ts'), { serialization: 'advanced' });
  }

  /** Resolves when all streams are open. */
  async open(port: number, cookies: readonly string[]): Promise<void> {
    await this.#ask({ kind: 'open', port, cookies });
  }

  async cut(count: number): Promise<void> {
    await this.#ask({ kind: 'cut', count });
  }

  async keep(count: number): Promise<void> {
    await this.#ask({ kind: 'keep', count });
  }

  async allOpen(): Promise<void> {
    await this.#ask({ kind: 'all open' });
  }

  /** @returns the last reader's time, in milliseconds since 1970 */
  async allReceived(postId: string): Promise<number> {
    return (await this.#ask({ kind: 'all received', postId })) as number;
  }

  /** Times are in milliseconds since 1970. @returns Infinity if some reader heard nothing within 30 s */
  async allTold(postId: string, publishedAt: number): Promise<number> {
    const never = wait(30_000, Infinity, { ref: false });
    return Promise.race([this.#ask({ kind: 'all told', postId, publishedAt }) as Promise<number>, never]);
  }

  async forget(): Promise<void> {
    await this.#ask({ kind: 'forget' });
  }

  async check(postIds: readonly string[]): Promise<StreamsCheck> {
    return (await this.#ask({ kind: 'check', postIds })) as StreamsCheck;
  }

  close(): void {
    this.#child.kill('SIGKILL');
  }

  #ask(order: StreamsOrder): Promise<unknown> {
    return ask(this.#child, order);
  }
}
