import { setTimeout as wait } from 'node:timers/promises';

import { StartFailure } from './start-failure.ts';

type Closer = {
  close: () => Promise<void>;
  abandon?: () => void;
};

/** The resources of a process in the order they were opened, and how it ends: by itself, by a signal, or by a failure. */
export class ProcessLife {
  readonly #opened: Closer[] = [];
  #stopping: Promise<void> | undefined;
  #signalledAt = 0;
  /** How long closing may last. */
  stopWithinMs = 9_000;

  /** Registers something to close at the end, last opened first. */
  opened(closer: Closer): void {
    this.#opened.push(closer);
  }

  get isStopping(): boolean {
    return this.#stopping !== undefined;
  }

  /** Closes everything, once, within `stopWithinMs`. */
  async stop(): Promise<void> {
    this.#stopping ??= Promise.race([this.#closeAll(), wait(this.stopWithinMs, undefined, { ref: false })]);
    await this.#stopping;
  }

  /** Shuts down at a signal, or when the parent process ends; a second signal ends at once. */
  endBySignals(): void {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => this.#signalled());
    process.on('disconnect', () => this.#signalled());
  }

  #signalled(): void {
    // One Ctrl+C arrives from the terminal and again from each npm process above us.
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
 * Runs the work of a process from start to end. Everything opened is closed, also after a failure; a `StartFailure`
 * is printed as one line, with exit code 1.
 */
export async function runProcess(work: (life: ProcessLife) => Promise<void>): Promise<void> {
  const life = new ProcessLife();
  life.endBySignals();
  try {
    await work(life);
  } catch (error) {
    if (life.isStopping) return;
    const text = error instanceof StartFailure ? oneLine(error) : ((error as Error).stack ?? String(error));
    process.stderr.write(`${text}\n`);
    await life.end(1);
  }
}

// The message may quote a file or a server: control characters must not reach the operator's terminal.
function oneLine({ message }: StartFailure): string {
  return message.replace(/\p{Cc}+/gu, ' ');
}
