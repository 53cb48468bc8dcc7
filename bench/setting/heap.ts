export class Heap {
  readonly #socket: WebSocket;
  #lastId = 0;

  private constructor(socket: WebSocket) {
    this.#socket = socket;
  }

  static async open(port: number): Promise<Heap> {
    const targets = (await (await fetch(`http://127.0.0.1:${port}/json`)).json()) as {
      webSocketDebuggerUrl: string;
    }[];
    const socket = new WebSocket(targets[0]?.webSocketDebuggerUrl ?? '');
    await new Promise((resolve, reject) => {
      socket.addEventListener('open', resolve, { once: true });
      socket.addEventListener('error', reject, { once: true });
    });
    return new Heap(socket);
  }

  /** Bytes, after a full garbage collection. */
  async inUse(): Promise<number> {
    await this.#send('HeapProfiler.collectGarbage');
    return ((await this.#send('Runtime.getHeapUsage')) as { usedSize: number }).usedSize;
  }

  /** A process waits for open inspector sessions before it exits. */
  close(): void {
    this.#socket.close();
  }

  #send(method: string): Promise<unknown> {
    const id = ++this.#lastId;
    return new Promise((resolve) => {
      const listen = ({ data }: MessageEvent) => {
        const answer = JSON.parse(String(data)) as { id?: number; result?: unknown };
        if (answer.id !== id) return;
        this.#socket.removeEventListener('message', listen);
        resolve(answer.result);
      };
      this.#socket.addEventListener('message', listen);
      this.#socket.send(JSON.stringify({ id, method }));
    });
  }
}
