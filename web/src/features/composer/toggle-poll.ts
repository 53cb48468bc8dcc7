import { readComposer, typeDraft } from './composer-store.ts';
import type { PollDraft } from './draft.ts';
import { newPoll } from './poll-draft.ts';

const closed = new Map<string, PollDraft>();

/** Opens a poll, or takes it out of the draft. Opened again after a slip, it has its options again. */
export function togglePoll(uid: string): void {
  const { poll } = readComposer(uid).draft;
  if (poll) closed.set(uid, poll);
  typeDraft(uid, { poll: poll ? null : (closed.get(uid) ?? newPoll()) });
}

/** After a poll was published, the next one begins empty. */
export function forgetClosedPoll(uid: string): void {
  closed.delete(uid);
}
