import type { Input } from '../../../../contract/src/calls/all.ts';
import { limits } from '../../../../contract/src/rules/limits.ts';
import { pollDurations, type PollMinutes } from '../../../../contract/src/rules/poll-durations.ts';

export type PollDraft = { readonly options: readonly string[]; readonly minutes: PollMinutes };

/** What one writes. The file itself is kept elsewhere, under `fileId`. */
export type DraftContent = {
  readonly text: string;
  readonly link: string;
  readonly poll: PollDraft | null;
  readonly fileId: string | null;
};

/** What the composer holds between visits. */
export type Draft = DraftContent & {
  /** Stays while the content does: a repeated try is one post. */
  readonly attemptKey: string;
  /** What was sent under the key while no answer told what became of it; the same has to be sent again. */
  readonly sent: Input<'publishPost'> | null;
};

export type DraftStore = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

const keyOf = (uid: string) => `tablon.draft.${uid}`;

export function newDraft(): Draft {
  return { text: '', link: '', poll: null, fileId: null, attemptKey: crypto.randomUUID(), sent: null };
}

/** The draft with other content: another post, so another key. */
export function editDraft(draft: Draft, change: Partial<DraftContent>): Draft {
  const next = { ...draft, ...change };
  const same =
    next.text === draft.text &&
    next.link === draft.link &&
    next.poll === draft.poll &&
    next.fileId === draft.fileId;
  return same ? draft : { ...next, attemptKey: crypto.randomUUID(), sent: null };
}

export function isEmptyDraft({ text, link, poll, fileId }: DraftContent): boolean {
  return text === '' && link === '' && poll === null && fileId === null;
}

/** What failed to be published comes back: as it was, or above what was typed meanwhile. */
export function giveBack(failed: Draft, typed: Draft): Draft {
  if (isEmptyDraft(typed)) return failed;
  return editDraft(typed, {
    text: [failed.text, typed.text].filter((text) => text !== '').join('\n\n'),
    link: typed.link || failed.link,
    poll: typed.poll ?? failed.poll,
    fileId: typed.fileId ?? failed.fileId,
  });
}

/** The draft that this user left, or a new one. Storage that is closed or holds nonsense is no reason to fail. */
export function loadDraft(store: DraftStore, uid: string): Draft {
  try {
    return keptDraft(JSON.parse(store.getItem(keyOf(uid)) ?? 'null')) ?? newDraft();
  } catch {
    return newDraft();
  }
}

export function saveDraft(store: DraftStore, uid: string, draft: Draft): void {
  try {
    if (isEmptyDraft(draft)) store.removeItem(keyOf(uid));
    else store.setItem(keyOf(uid), JSON.stringify(draft));
  } catch {
    // A full or forbidden storage only costs the draft after a reload.
  }
}

function keptDraft(value: unknown): Draft | null {
  if (typeof value !== 'object' || value === null) return null;
  const { text, link, attemptKey, poll, fileId, sent } = value as { [Key in keyof Draft]?: unknown };
  if (typeof text !== 'string' || typeof link !== 'string' || typeof attemptKey !== 'string') return null;
  return {
    text,
    link,
    attemptKey,
    poll: isPoll(poll) ? poll : null,
    fileId: typeof fileId === 'string' ? fileId : null,
    sent: typeof sent === 'object' ? sent : null,
  };
}

function isPoll(value: unknown): value is PollDraft {
  if (typeof value !== 'object' || value === null) return false;
  const { options, minutes } = value as { [Key in keyof PollDraft]?: unknown };
  return (
    pollDurations.some((duration) => duration.minutes === minutes) &&
    Array.isArray(options) &&
    options.every((option) => typeof option === 'string') &&
    options.length >= limits.pollOptionsMin &&
    options.length <= limits.pollOptionsMax
  );
}
