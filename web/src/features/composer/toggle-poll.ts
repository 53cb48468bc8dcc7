import { readComposer, typeDraft } from './composer-store.ts';
import type { PollDraft } from './draft.ts';
import { newPoll } from './poll-draft.ts';

const closed = new Map<string, PollDraft>();

/** Reopening restores the options. */
export function togglePoll(uid: string): void {
  const { poll } = readComposer(uid).draft;
  if (poll) closed.set(uid, poll);
  typeDraft(uid, { poll: poll ? null : (closed.get(uid) ?? newPoll()) });
}

export function forgetClosedPoll(uid: string): void {
  closed.delete(uid);
}
