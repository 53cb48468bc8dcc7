import type { Poll } from '../../../../contract/src/calls/shapes.ts';
import type { CachedPost } from './post-cache.ts';

export function pollView({ poll, counters }: Pick<CachedPost, 'poll' | 'counters'>): Poll | null {
  if (poll === null) return null;
  const { order, options: texts, closesAt } = poll;
  const options: Poll['options'] = {};
  let totalVotes = 0;
  for (const key of order) {
    const votes = counters[`votes_${key}`];
    options[key] = { text: texts[key] ?? '', votes };
    totalVotes += votes;
  }
  return { options, order, totalVotes, closesAt };
}
