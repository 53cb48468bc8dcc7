import type { Poll } from '../calls/shapes.ts';
import { limits } from './limits.ts';
import { cleanLine } from './text.ts';

/** How long a poll is open, in minutes, and in the words of the composer. The first is the one it begins with. */
export const pollDurations = [
  { minutes: 1440, label: '24 horas' },
  { minutes: 4320, label: '3 días' },
  { minutes: 10_080, label: '7 días' },
] as const;
export type PollMinutes = (typeof pollDurations)[number]['minutes'];

/** The options as stored: cleaned, without the empty ones, four at most (section 5). */
export function pollOptions(typed: readonly string[]): string[] {
  return typed
    .map(cleanLine)
    .filter((option) => option !== '')
    .slice(0, limits.pollOptionsMax);
}

/** Whether votes are still taken; a poll without an end stays open. */
export function isPollOpen({ closesAt }: Pick<Poll, 'closesAt'>, now: Date): boolean {
  return closesAt === null || now < new Date(closesAt);
}

/** The share of one option in whole percent; 0 without votes. The shares need not add up to 100 (A37). */
export function votePercent(votes: number, totalVotes: number): number {
  return totalVotes === 0 ? 0 : Math.round((votes * 100) / totalVotes);
}

/** The line under a poll: '12 votos · abierta', '1 voto · cerrada'. */
export function pollLine(poll: Pick<Poll, 'totalVotes' | 'closesAt'>, now: Date): string {
  const votes = poll.totalVotes === 1 ? '1 voto' : `${poll.totalVotes} votos`;
  return `${votes} ${isPollOpen(poll, now) ? '· abierta' : '· cerrada'}`;
}
