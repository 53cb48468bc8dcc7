import type { Random } from './random.ts';

/** A comment before it answers anybody. */
export type FlatComment = {
  readonly id: string;
  /** Index in `people`. */
  readonly author: number;
  readonly text: string;
  readonly at: number;
};

export type SeededComment = FlatComment & {
  /** The comment that it answers, and the one that it stands under. */
  readonly replyTo: string | null;
  readonly rootId: string | null;
  readonly likes: readonly { readonly who: number; readonly at: number }[];
};

/** Lets a third of the comments, oldest first, answer earlier ones, and gives some of them likes. */
export function withThreads(
  random: Random,
  comments: readonly FlatComment[],
  { users, until }: { users: number; until: number },
): SeededComment[] {
  const done: SeededComment[] = [];
  for (const comment of comments) {
    const answered = random.chance(0.35) ? done.at(-random.between(1, 3)) : undefined;
    const replyTo = answered && answered.author !== comment.author ? answered.id : null;
    const rootId = replyTo === null ? null : (answered?.rootId ?? replyTo);
    done.push({ ...comment, replyTo, rootId, likes: writeLikes(random, comment, { users, until }) });
  }
  return done;
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
