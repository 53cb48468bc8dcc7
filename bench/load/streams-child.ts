import { StreamReader } from './stream-reader.ts';

export type StreamsOrder =
  | { kind: 'open'; port: number; cookies: readonly string[] }
  | { kind: 'cut'; count: number }
  | { kind: 'keep'; count: number }
  | { kind: 'all open' }
  /** Answers with the time at which the last reader received this post's event. */
  | { kind: 'all received'; postId: string }
  /** Answers with the time at which every reader had received the post's event, or one that counts it. */
  | { kind: 'all told'; postId: string; publishedAt: number }
  | { kind: 'forget' }
  | { kind: 'check'; postIds: readonly string[] };

export type StreamsCheck = {
  readers: number;
  /** Readers that missed an event, or received one twice or out of order. */
  lost: number;
  doubled: number;
  disordered: number;
  resyncs: number;
};

let readers: StreamReader[] = [];
/** By post; `at` is when the last reader so far received it, in milliseconds since 1970. */
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
      readers = order.cookies.map((cookie) => new StreamReader({ port: order.port, cookie }, noteArrivals));
      for (let i = 0; i < readers.length; i += atOnce) {
        const some = readers.slice(i, i + atOnce);
        for (const reader of some) reader.open();
        await until(() => some.every(({ isOpen }) => isOpen));
      }
      return 'open';
    case 'cut': {
      // Random, so that over a run every reader is cut.
      const victims = readers.toSorted(() => Math.random() - 0.5).slice(0, order.count);
      for (const reader of victims) reader.cut();
      await until(() => victims.every(({ isOpen }) => !isOpen));
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
      const hasPost = ({ countedUntil, received }: StreamReader) =>
        countedUntil >= publishedAt || received.includes(postId);
      await until(() => readers.every(hasPost));
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

function noteArrivals(_reader: StreamReader, postIds: readonly string[]): void {
  const at = performance.timeOrigin + performance.now();
  for (const postId of postIds) {
    const arrival = arrivals.get(postId);
    if (!arrival) arrivals.set(postId, { count: 1, at });
    else {
      arrival.count += 1;
      arrival.at = at;
    }
  }
  for (const look of waiting) look();
}

function until(holds: () => boolean): Promise<void> {
  return new Promise((resolve) => {
    let due = false;
    const look = () => {
      if (due) return;
      due = true;
      // Thousands of changes in one tick need only one check.
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
  const result = { readers: readers.length, lost: 0, doubled: 0, disordered: 0, resyncs: 0 };
  for (const { received, resyncs } of readers) {
    const distinct = [...new Set(received)];
    result.resyncs += resyncs;
    if (postIds.some((id) => !distinct.includes(id))) result.lost += 1;
    if (distinct.length < received.length) result.doubled += 1;
    const expectedIds = new Set(postIds);
    const order = distinct.filter((id) => expectedIds.has(id));
    if (order.some((id, i) => i > 0 && postIds.indexOf(id) < postIds.indexOf(order[i - 1] ?? '')))
      result.disordered += 1;
  }
  return result;
}
