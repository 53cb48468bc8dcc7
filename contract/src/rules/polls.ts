import type { Poll } from '../calls/shapes.ts';
import { cleanLine } from './clean-text.ts';
import { argentine } from './counters.ts';
import { limits } from './limits.ts';

export function pollOptions(input: readonly string[]): string[] {
  return input
    .map(cleanLine)
    .filter((option) => option !== '')
    .slice(0, limits.pollOptionsMax);
}

export function isPollOpen({ closesAt }: Pick<Poll, 'closesAt'>, now: Date): boolean {
  return closesAt === null || now < new Date(closesAt);
}

/** Whole percent, rounded separately: the shares of a poll need not add up to 100. */
export function votePercent(votes: number, totalVotes: number): number {
  return totalVotes === 0 ? 0 : Math.round((votes * 100) / totalVotes);
}

export function mostVotes({ options }: Pick<Poll, 'options'>): number {
  return Math.max(0, ...Object.values(options).map(({ votes }) => votes));
}

const minute = 60_000;
const hour = 60 * minute;

/** 'quedan 3 d', 'quedan 5 h', 'queda 1 min'; null when it is closed or has no end. */
export function pollTimeLeft({ closesAt }: Pick<Poll, 'closesAt'>, now: Date): string | null {
  const left = closesAt === null ? 0 : Date.parse(closesAt) - Number(now);
  if (left <= 0) return null;
  if (left < minute) return 'queda menos de 1 min';
  const [n, unit] =
    left < hour
      ? [Math.floor(left / minute), 'min']
      : left < 48 * hour
        ? [Math.floor(left / hour), 'h']
        : [Math.floor(left / (24 * hour)), 'd'];
  return `${n === 1 ? 'queda' : 'quedan'} ${n} ${unit}`;
}

/** '12 votos · abierta', '1 voto · cerrada'. */
export function pollLine(poll: Pick<Poll, 'totalVotes' | 'closesAt'>, now: Date): string {
  const votes = poll.totalVotes === 1 ? '1 voto' : `${argentine(poll.totalVotes)} votos`;
  return `${votes} ${isPollOpen(poll, now) ? '· abierta' : '· cerrada'}`;
}
