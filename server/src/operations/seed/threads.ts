import type { Random } from './random.ts';

export type FlatComment = {
  readonly id: string;
  /** Index in `people`. */
  readonly author: number;
  readonly text: string;
  readonly at: number;
};

export type SeededComment = FlatComment & {
  readonly replyTo: string | null;
  readonly rootId: string | null;
  readonly likes: readonly { readonly who: number; readonly at: number }[];
};

/** Turns a third of the comments into replies to earlier ones, and gives some likes. */
export function withThreads(
  random: Random,
  comments: readonly FlatComment[],
  { users, until }: { users: number; until: number },
): SeededComment[] {
  const threaded: SeededComment[] = [];
  for (const comment of comments) {
    const parent = random.chance(0.35) ? threaded.at(-random.between(1, 3)) : undefined;
    const replyTo = parent && parent.author !== comment.author ? parent.id : null;
    const rootId = replyTo === null ? null : (parent?.rootId ?? replyTo);
    threaded.push({ ...comment, replyTo, rootId, likes: writeLikes(random, comment, { users, until }) });
  }
  return threaded;
}

function writeLikes(
  random: Random,
  { at }: FlatComment,
  { users, until }: { users: number; until: number },
): SeededComment['likes'] {
  const count = random.chance(0.4) ? Math.floor(1 + 6 * random.next() ** 3) : 0;
  const who = new Set<number>();
  while (who.size < Math.min(count, users)) who.add(random.below(users));
  const minute = 60_000;
  return Array.from(who, (w) => ({ who: w, at: Math.min(at + random.between(1, 300) * minute, until) }));
}
