import { StreamReader } from './stream-reader.ts';

export type StreamsOrder =
  | { kind: 'open'; port: number; cookies: readonly string[] }
  | { kind: 'cut'; count: number }
  | { kind: 'keep'; count: number }
  /** Answers when all are open. */
  | { kind: 'all open' }
  /** Answers when all received this post's event, with the time of the last one. */
  | { kind: 'all received'; postId: string }
  /** Answers when all were told of this post, by an event of its own or with others, with the time. */
  | { kind: 'all told'; postId: string; publishedAt: number }
  | { kind: 'forget' }
  | { kind: 'check'; postIds: readonly string[] };

export type StreamsCheck = {
  readers: number;
  /** Readers that missed an event, got one twice, or in another order. */
  lost: number;
  doubled: number;
  disordered: number;
  resyncs: number;
};

let readers: StreamReader[] = [];
/** How many readers received a post, and when the last one did, in milliseconds since 1970. */
const arrivals = new Map<string, { count: number; at: number }>();
let waiting: (() => void)[] = [];
const atOnce = 200;

process.on('message', (order: StreamsOrder) => {
  obey(order).then(
    (answer) => process.send?.(answer),
    (error: unknown) => {
      process.stderr.write(`${String(error)}\n`);
      process.exit(1);
    },
  );
});
process.on('disconnect', () => process.exit());
process.on('SIGINT', () => {});

async function obey(order: StreamsOrder): Promise<unknown> {
  switch (order.kind) {
    case 'open':
      readers = order.cookies.map((cookie) => new StreamReader({ port: order.port, cookie }, changed));
      for (let i = 0; i < readers.length; i += atOnce) {
        const some = readers.slice(i, i + atOnce);
        for (const reader of some) reader.open();
        await until(() => some.every(({ isOpen }) => isOpen));
      }
      return 'open';
    case 'cut': {
      // Random ones, so that over a run all get their turn.
      const chosen = readers.toSorted(() => Math.random() - 0.5).slice(0, order.count);
      for (const reader of chosen) reader.cut();
      await until(() => chosen.every(({ isOpen }) => !isOpen));
      return 'cut';
    }
    case 'keep':
      for (const reader of readers.slice(order.count)) reader.close();
      readers = readers.slice(0, order.count);
      return 'kept';
    case 'all open':
      await until(() => readers.every(({ isOpen }) => isOpen));
      return 'open';
    case 'all received':
      await until(() => arrivals.get(order.postId)?.count === readers.length);
      return arrivals.get(order.postId)?.at;
    case 'all told': {
      const { postId, publishedAt } = order;
      const isTold = ({ countedUntil, received }: StreamReader) =>
        countedUntil >= publishedAt || received.includes(postId);
      await until(() => readers.every(isTold));
      return performance.timeOrigin + performance.now();
    }
    case 'forget':
      for (const reader of readers) {
        reader.received.length = 0;
        reader.resyncs = 0;
      }
      arrivals.clear();
      return 'forgotten';
    case 'check':
      return check(order.postIds);
  }
}

function changed(_reader: StreamReader, postIds: readonly string[]): void {
  const at = performance.timeOrigin + performance.now();
  for (const postId of postIds) {
    arrivals.set(postId, { count: (arrivals.get(postId)?.count ?? 0) + 1, at });
  }
  for (const look of waiting) look();
}

function until(holds: () => boolean): Promise<void> {
  return new Promise((resolve) => {
    let due = false;
    const look = () => {
      if (due) return;
      due = true;
      // Thousands of changes in one tick are checked once.
      setImmediate(() => {
        due = false;
        if (!holds()) return;
        waiting = waiting.filter((other) => other !== look);
        resolve();
      });
    };
    waiting.push(look);
    look();
  });
}

function check(postIds: readonly string[]): StreamsCheck {
  const found = { readers: readers.length, lost: 0, doubled: 0, disordered: 0, resyncs: 0 };
  for (const { received, resyncs } of readers) {
    const distinct = [...new Set(received)];
    found.resyncs += resyncs;
    if (postIds.some((id) => !distinct.includes(id))) found.lost += 1;
    if (distinct.length < received.length) found.doubled += 1;
    const expectedIds = new Set(postIds);
    const order = distinct.filter((id) => expectedIds.has(id));
    if (order.some((id, i) => i > 0 && postIds.indexOf(id) < postIds.indexOf(order[i - 1] ?? '')))
      found.disordered += 1;
  }
  return found;
}
