import { connect, type Socket } from 'node:net';

/** Reconnects like a page: with `Last-Event-ID`, after the delay that the server sent. */
export class StreamReader {
  readonly received: string[] = [];
  /** The last `posts-created` event counts posts up to this time, in milliseconds since 1970. */
  countedUntil = 0;
  resyncs = 0;
  isOpen = false;
  readonly #port: number;
  readonly #cookie: string;
  readonly #onChange: (reader: StreamReader, postIds: readonly string[]) => void;
  #socket: Socket | undefined;
  #rest = '';
  #place: string | null = null;
  #retry = 1_000;
  #over = false;

  /** @param onChange called when the stream opens, receives posts, or breaks */
  constructor(
    { port, cookie }: { port: number; cookie: string },
    onChange: (reader: StreamReader, postIds: readonly string[]) => void,
  ) {
    this.#port = port;
    this.#cookie = cookie;
    this.#onChange = onChange;
  }

  open(): void {
    if (this.#over) return;
    this.#rest = '';
    const place = this.#place === null ? '' : `Last-Event-ID: ${this.#place}\r\n`;
    const socket = connect({ port: this.#port, host: '127.0.0.1' });
    this.#socket = socket;
    socket.setEncoding('utf8');
    socket.write(`GET /api/events HTTP/1.1\r\nHost: localhost\r\nCookie: ${this.#cookie}\r\n${place}\r\n`);
    socket.on('data', (piece: unknown) => this.#read(String(piece)));
    socket.on('error', () => {});
    socket.on('end', () => socket.destroy());
    socket.on('close', () => this.#reconnect());
  }

  cut(): void {
    this.#socket?.resetAndDestroy();
  }

  close(): void {
    this.#over = true;
    this.#socket?.destroy();
  }

  #reconnect(): void {
    if (this.isOpen) {
      this.isOpen = false;
      this.#onChange(this, []);
    }
    if (!this.#over) setTimeout(() => this.open(), this.#retry);
  }

  // The server writes whole messages, separated by chunk-length lines.
  #read(piece: string): void {
    const text = this.#rest + piece;
    const end = text.lastIndexOf('\n\n') + 2;
    if (end < 2) {
      this.#rest = text;
      return;
    }
    this.#rest = text.slice(end);
    const messages = messagesOf(text.slice(0, end));
    const { retry, place, countedUntil, resyncs, postIds } = messages;
    this.#retry = retry ?? this.#retry;
    this.#place = place ?? this.#place;
    this.countedUntil = countedUntil ?? this.countedUntil;
    this.resyncs += resyncs;
    this.received.push(...postIds);
    const opens = !this.isOpen && retry !== null;
    this.isOpen ||= opens;
    if (opens || countedUntil !== null || postIds.length > 0) this.#onChange(this, postIds);
  }
}

/** A field is null when no message of the text has it. */
type Messages = {
  retry: number | null;
  place: string | null;
  countedUntil: number | null;
  resyncs: number;
  postIds: string[];
};

let last: { text: string; messages: Messages } | undefined;

// Thousands of readers receive the same text one after the other. Parsing it for each of them took half a core
// of the site's machine.
function messagesOf(text: string): Messages {
  if (last?.text !== text) last = { text, messages: parse(text) };
  return last.messages;
}

function parse(text: string): Messages {
  const messages: Messages = { retry: null, place: null, countedUntil: null, resyncs: 0, postIds: [] };
  let event = '';
  for (const [, field, value = ''] of text.matchAll(/^(retry|id|event|data): (.*)$/gm)) {
    if (field === 'retry') messages.retry = Number(value);
    if (field === 'id') messages.place = value;
    if (field === 'event') event = value;
    if (field === 'event' && value === 'resync') messages.resyncs += 1;
    // Each event follows its id.
    if (field === 'event' && value === 'posts-created')
      messages.countedUntil = Number(messages.place?.split('-')[2]);
    if (field === 'data' && event === 'post-created')
      messages.postIds.push((JSON.parse(value) as { postId: string }).postId);
  }
  return messages;
}
