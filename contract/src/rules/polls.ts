import type { Poll } from '../calls/shapes.ts';
import { cleanLine } from './clean-text.ts';
import { limits } from './limits.ts';

export function pollOptions(input: readonly string[]): string[] {
  return input
    .map(cleanLine)
    .filter((option) => option !== '')
    .slice(0, limits.pollOptionsMax);
}

/** Whether the poll still accepts votes; without an end it stays open. */
export function isPollOpen({ closesAt }: Pick<Poll, 'closesAt'>, now: Date): boolean {
  return closesAt === null || now < new Date(closesAt);
}

/** The share of an option in whole percent. Rounded separately: shares need not add up to 100. */
export function votePercent(votes: number, totalVotes: number): number {
  return totalVotes === 0 ? 0 : Math.round((votes * 100) / totalVotes);
}

/** The line under a poll: '12 votos · abierta', '1 voto · cerrada'. */
export function pollLine(poll: Pick<Poll, 'totalVotes' | 'closesAt'>, now: Date): string {
  const votes = poll.totalVotes === 1 ? '1 voto' : `${poll.totalVotes} votos`;
  return `${votes} ${isPollOpen(poll, now) ? '· abierta' : '· cerrada'}`;
}
