import { setTimeout as wait } from 'node:timers/promises';

import { StartFailure } from './start-failure.ts';

type Closer = {
  /** Ends it cleanly. */
  close: () => Promise<void>;
  /** Ends it at once, when there is no time to wait. */
  abandon?: () => void;
};

/** What a process has opened, in order, and how it ends: by itself, by a signal, or by a failure. */
export class ProcessLife {
  readonly #opened: Closer[] = [];
  #stopping: Promise<void> | undefined;
  #signalledAt = 0;

  /** To be closed at the end, the last opened first. */
  opened(closer: Closer): void {
    this.#opened.push(closer);
  }

  get isStopping(): boolean {
    return this.#stopping !== undefined;
  }

  /** Closes everything, at most once, and never takes longer than 9 seconds. */
  async stop(): Promise<void> {
    this.#stopping ??= Promise.race([this.#closeAll(), wait(9_000, undefined, { ref: false })]);
    await this.#stopping;
  }

  /** Ends the process cleanly at a signal, or when the process that started it is gone; at a second signal, at once. */
  endBySignals(): void {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => this.#signalled());
    process.on('disconnect', () => this.#signalled());
  }

  #signalled(): void {
    // One Ctrl+C reaches us from the terminal and again from each npm above us.
    const isEcho = performance.now() - this.#signalledAt < 1_000;
    if (this.#signalledAt === 0) {
      this.#signalledAt = performance.now();
      void this.end(0);
    } else if (!isEcho) {
      this.endAtOnce(1);
    }
  }

  async end(code: number): Promise<never> {
    await this.stop();
    return this.endAtOnce(code);
  }

  endAtOnce(code: number): never {
    for (const { abandon } of this.#opened.toReversed()) abandon?.();
    process.exit(code);
  }

  async #closeAll(): Promise<void> {
    for (const closer of this.#opened.toReversed()) {
      try {
        await closer.close();
        this.#opened.splice(this.#opened.indexOf(closer), 1);
      } catch (error) {
        process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
      }
    }
  }
}

/**
 * Runs the work of a process from start to end. What it opens is closed also when it fails; a `StartFailure` is told
 * in its one line, with exit code 1.
 */
export async function runProcess(work: (life: ProcessLife) => Promise<void>): Promise<void> {
  const life = new ProcessLife();
  life.endBySignals();
  try {
    await work(life);
  } catch (error) {
    if (life.isStopping) return;
    const told = error instanceof StartFailure ? oneLine(error) : ((error as Error).stack ?? String(error));
    process.stderr.write(`${told}\n`);
    await life.end(1);
  }
}

// It may hold what a file or a server says: that must not drive the operator's terminal.
function oneLine({ message }: StartFailure): string {
  return message.replace(/\p{Cc}+/gu, ' ');
}
