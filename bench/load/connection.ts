import { connect, type Socket } from 'node:net';

type ConnectionEvents = {
  answered: (milliseconds: number) => void;
  failed: (why: string) => void;
  ended: () => void;
};

export type ConnectionOptions = {
  port: number;
  /** Complete HTTP requests, sent in a loop. */
  requests: readonly Buffer[];
  /** The index of the first request. */
  from?: number;
  once: boolean;
  /**
   * The pace at which requests are due, in milliseconds; latency counts from then, so a late answer also
   * delays the next ones at the server's expense. Without it, each request follows the previous answer.
   */
  everyMs?: number;
};

// A buffer for each read would be garbage, and its collection a pause that counts as the server's. A piece is
// read before the next one arrives, on whatever connection.
const readBuffer = Buffer.allocUnsafeSlow(65_536);

/**
 * A keep-alive connection with one request in flight. It parses only an answer's status and length, so that
 * the load generator takes little CPU from the server.
 */
export class Connection {
  readonly #socket: Socket;
  readonly #options: ConnectionOptions;
  readonly #events: ConnectionEvents;
  #next = 0;
  /** When the request in flight was due: its latency counts from then. */
  #turnAt = 0;
  #countedFrom = 0;
  #missing = 0;
  #head: Buffer | null = null;
  #stopped = false;

  constructor(options: ConnectionOptions, events: ConnectionEvents) {
    this.#options = options;
    this.#events = events;
    this.#next = options.from ?? 0;
    const onread = {
      buffer: readBuffer,
      callback: (bytes: number) => {
        this.#read(readBuffer.subarray(0, bytes));
        return true;
      },
    };
    this.#socket = connect({ port: options.port, host: '127.0.0.1', noDelay: true, onread });
    this.#socket.on('error', (error) => events.failed(error.message));
    this.#socket.on('close', () => {
      if (!this.#stopped) events.failed('the server closed the connection');
      events.ended();
    });
  }

  get next(): number {
    return this.#next;
  }

  opened(): Promise<void> {
    return new Promise((resolve) => {
      this.#socket.once('connect', () => resolve());
      this.#socket.once('close', () => resolve());
    });
  }

  send(turnAt = performance.now(), countedFrom = turnAt): void {
    const request = this.#options.requests[this.#next];
    if (!request || this.#stopped) return this.stop();
    this.#next += 1;
    if (!this.#options.once && this.#next === this.#options.requests.length) this.#next = 0;
    this.#turnAt = turnAt;
    this.#countedFrom = countedFrom;
    this.#socket.write(request);
  }

  stop(): void {
    this.#stopped = true;
    this.#socket.destroy();
  }

  #read(chunk: Buffer): void {
    if (this.#missing > 0) {
      this.#missing -= chunk.length;
    } else {
      const answer = this.#head ? Buffer.concat([this.#head, chunk]) : chunk;
      const headEnd = answer.indexOf('\r\n\r\n');
      this.#head = headEnd < 0 ? Buffer.from(answer) : null;
      if (headEnd < 0) return;
      const head = answer.toString('latin1', 0, headEnd);
      if (!head.startsWith('HTTP/1.1 200'))
        this.#events.failed(`${head.slice(0, 12)} ${answer.toString('utf8', headEnd + 4)}`);
      const length = Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1] ?? 0);
      this.#missing = headEnd + 4 + length - answer.length;
    }
    if (this.#missing > 0 || this.#stopped) return;
    const now = performance.now();
    this.#events.answered(now - this.#countedFrom);
    const { everyMs = 0 } = this.#options;
    const turnAt = everyMs === 0 ? now : this.#turnAt + everyMs;
    if (turnAt <= now) this.send(turnAt);
    // A late timer of this process is not the server's fault.
    else setTimeout(() => this.send(turnAt, performance.now()), turnAt - now);
  }
}
