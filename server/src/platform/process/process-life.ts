import { setTimeout as wait } from 'node:timers/promises';

import { StartFailure } from './start-failure.ts';

type Closer = {
  close: () => Promise<void>;
  abandon?: () => void;
};

export class ProcessLife {
  readonly #closers: Closer[] = [];
  #stopping: Promise<void> | undefined;
  #firstSignalAt = 0;
  stopWithinMs = 9_000;

  /** The last registered is closed first. */
  closeAtEnd(closer: Closer): void {
    this.#closers.push(closer);
  }

  get isStopping(): boolean {
    return this.#stopping !== undefined;
  }

  async stop(): Promise<void> {
    this.#stopping ??= Promise.race([this.#closeAll(), wait(this.stopWithinMs, undefined, { ref: false })]);
    await this.#stopping;
  }

  /**
   * Also shuts down when the parent process ends; a second signal exits at once. A tool's work is then
   * incomplete, so it fails.
   */
  endBySignals({ isTool }: { isTool: boolean }): void {
    const onSignal = () => this.#onSignal(isTool);
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, onSignal);
    process.on('disconnect', onSignal);
  }

  #onSignal(isTool: boolean): void {
    // One Ctrl+C arrives from the terminal and again from each npm process above us.
    const isEcho = performance.now() - this.#firstSignalAt < 1_000;
    if (this.#firstSignalAt === 0) {
      this.#firstSignalAt = performance.now();
      if (isTool && !this.isStopping) process.stderr.write('Interrupted.\n');
      void this.end(isTool ? 130 : 0);
    } else if (!isEcho) {
      this.exitAtOnce(1);
    }
  }

  async end(code: number): Promise<never> {
    await this.stop();
    return this.exitAtOnce(code);
  }

  exitAtOnce(code: number): never {
    for (const { abandon } of this.#closers.toReversed()) abandon?.();
    process.exit(code);
  }

  async #closeAll(): Promise<void> {
    for (const closer of this.#closers.toReversed()) {
      try {
        await closer.close();
        this.#closers.splice(this.#closers.indexOf(closer), 1);
      } catch (error) {
        process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
      }
    }
  }
}

type Work = (life: ProcessLife) => Promise<void>;

/**
 * Closes everything at the end, also after a failure; a `StartFailure` is printed as one line, with exit code
 * 1. Signals end it with exit code 0.
 */
export async function runProcess(work: Work): Promise<void> {
  await run(work, { isTool: false });
}

/** Like `runProcess`, but an interruption by a signal is a failure. */
export async function runTool(work: Work): Promise<void> {
  await run(work, { isTool: true });
}

async function run(work: Work, options: { isTool: boolean }): Promise<void> {
  const life = new ProcessLife();
  life.endBySignals(options);
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
