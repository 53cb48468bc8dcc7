import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';
import { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';

const restartMs = { first: 1_000, longest: 30_000 };
/** After living this long, a worker was healthy: the back-off of its restarts begins again. */
const healthyMs = 60_000;

type WorkerExit = { pid: number | undefined; code: number; signal: string };

export type WorkersParts = {
  count: number;
  /** `channel` leads to the worker's `channelToParent`. */
  onStart: (channel: Duplex) => void;
  onMessage: (message: unknown, worker: Worker) => void;
  onEnd: (detail: WorkerExit & { restartInMs: number }) => void;
  onFailedFork: (error: Error) => void;
};

// Behind standard input, output and errors, and Node's own channel.
const channelFd = 4;

/** A channel for bytes: `process.send` parses and formats JSON at each end. Call once, in a worker. */
export function channelToParent(): Duplex {
  return new Socket({ fd: channelFd });
}

export function reportReady(): void {
  process.send?.({ ready: true });
}

export class Workers {
  readonly #parts: WorkersParts;
  readonly #stopping = new AbortController();
  readonly #slots: Promise<void>[] = [];

  constructor(parts: WorkersParts) {
    this.#parts = parts;
    // Each worker accepts connections by itself. With the scheduler in the parent, a connection on its way to
    // a worker that is killed hangs for ever.
    cluster.schedulingPolicy = cluster.SCHED_NONE;
    cluster.setupPrimary({ stdio: ['inherit', 'inherit', 'inherit', 'ipc', 'pipe'] });
  }

  /** Starts the first worker alone. @returns false when it cannot be started, or exits before it is ready */
  async start(): Promise<boolean> {
    for (let slot = 0; slot < this.#parts.count; slot++) {
      const ready = Promise.withResolvers<boolean>();
      this.#slots.push(this.#run(slot === 0 ? ready.resolve : undefined));
      if (slot === 0 && !(await ready.promise)) return false;
    }
    return true;
  }

  async close(withinMs: number): Promise<void> {
    this.#stopping.abort();
    for (const worker of Object.values(cluster.workers ?? {})) worker?.process.kill('SIGTERM');
    const killTimer = setTimeout(() => this.abandon(), withinMs);
    await Promise.allSettled(this.#slots);
    clearTimeout(killTimer);
  }

  abandon(): void {
    this.#stopping.abort();
    for (const worker of Object.values(cluster.workers ?? {})) worker?.process.kill('SIGKILL');
  }

  /** With `isReady`, gives up when the worker cannot be started, or exits before it was ever ready. */
  async #run(isReady?: (ready: boolean) => void): Promise<void> {
    const { signal } = this.#stopping;
    let wasReady = false;
    const onReady = () => {
      wasReady = true;
      isReady?.(true);
    };
    for (let waitMs = restartMs.first; !signal.aborted;) {
      const startedAt = performance.now();
      const worker = await this.#fork();
      const exit = worker && (await this.#exitOf(worker, onReady));
      if (isReady && !wasReady) return isReady(false);
      if (signal.aborted) return;
      if (performance.now() - startedAt > healthyMs) waitMs = restartMs.first;
      if (exit) this.#parts.onEnd({ ...exit, restartInMs: waitMs });
      await wait(waitMs, undefined, { signal }).catch(() => undefined);
      waitMs = Math.min(waitMs * 2, restartMs.longest);
    }
  }

  /** Null when it fails, as at a limit of processes or of memory, which may pass. */
  async #fork(): Promise<Worker | null> {
    try {
      const worker = cluster.fork();
      // Also a failed message is an 'error', and ends no process.
      worker.on('error', () => undefined);
      await once(worker.process, 'spawn');
      return worker;
    } catch (error) {
      this.#parts.onFailedFork(error as Error);
      return null;
    }
  }

  async #exitOf(worker: Worker, onReady: () => void): Promise<WorkerExit> {
    this.#parts.onStart(worker.process.stdio[channelFd] as Duplex);
    worker.on('message', (message: unknown) => {
      if ((message as { ready?: unknown }).ready === true) onReady();
      else this.#parts.onMessage(message, worker);
    });
    return new Promise((resolve) => {
      worker.once('exit', (code, signal) => resolve({ pid: worker.process.pid, code, signal }));
    });
  }
}
