import type { Poll, PollKey } from '../../../../contract/src/calls/shapes.ts';
import { limits } from '../../../../contract/src/rules/limits.ts';
import { pollDurations } from '../../../../contract/src/rules/poll-durations.ts';
import { pollOptions } from '../../../../contract/src/rules/polls.ts';
import { cutText } from '../../../../contract/src/rules/text.ts';
import type { PollDraft } from './draft.ts';

export function newPoll(): PollDraft {
  return { options: ['', ''], minutes: pollDurations[0].minutes };
}

export function changeOption(poll: PollDraft, index: number, text: string): PollDraft {
  return { ...poll, options: poll.options.with(index, cutText(text, limits.pollOptionText)) };
}

export function addOption(poll: PollDraft): PollDraft {
  return poll.options.length < limits.pollOptionsMax ? { ...poll, options: [...poll.options, ''] } : poll;
}

export function removeOption(poll: PollDraft, index: number): PollDraft {
  if (poll.options.length <= limits.pollOptionsMin) return poll;
  return { ...poll, options: poll.options.toSpliced(index, 1) };
}

/** Undefined when too few options are filled in. */
export function pollInput(
  poll: PollDraft | null,
): { options: string[]; durationMinutes: PollDraft['minutes'] } | undefined {
  const options = pollOptions(poll?.options ?? []);
  if (!poll || options.length < limits.pollOptionsMin) return undefined;
  return { options, durationMinutes: poll.minutes };
}

const keys: readonly PollKey[] = ['a', 'b', 'c', 'd'];

export function pendingPoll(draft: PollDraft | null, now: number): Poll | null {
  const input = pollInput(draft);
  if (!input) return null;
  const order = keys.slice(0, input.options.length);
  return {
    options: Object.fromEntries(order.map((key, i) => [key, { text: input.options[i] ?? '', votes: 0 }])),
    order,
    totalVotes: 0,
    closesAt: new Date(now + input.durationMinutes * 60_000).toISOString(),
  };
}
