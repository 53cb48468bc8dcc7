import { readComposer, typeDraft } from './composer-store.ts';
import type { PollDraft } from './draft.ts';
import { newPoll } from './poll-draft.ts';

const closedPolls = new Map<string, PollDraft>();

/** Reopening restores the options of a removed poll. */
export function togglePoll(uid: string): void {
  const { poll } = readComposer(uid).draft;
  if (poll) closedPolls.set(uid, poll);
  typeDraft(uid, { poll: poll ? null : (closedPolls.get(uid) ?? newPoll()) });
}

export function forgetClosedPoll(uid: string): void {
  closedPolls.delete(uid);
}
