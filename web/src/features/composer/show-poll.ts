import { readComposer, typeDraft } from './composer-store.ts';
import type { PollDraft } from './draft.ts';
import { newPoll } from './poll-draft.ts';

const closedPolls = new Map<string, PollDraft>();

/**
 * Reopening restores the options of a removed poll. Not a toggle: whoever taps twice, because this code
 * loads slowly, wants one poll.
 */
export function showPoll(uid: string, isWanted: boolean): void {
  const { poll } = readComposer(uid).draft;
  if (isWanted === (poll !== null)) return;
  if (poll) closedPolls.set(uid, poll);
  typeDraft(uid, { poll: poll ? null : (closedPolls.get(uid) ?? newPoll()) });
}

export function forgetClosedPoll(uid: string): void {
  closedPolls.delete(uid);
}
