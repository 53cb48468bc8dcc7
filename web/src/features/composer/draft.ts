import type { Input } from '../../../../contract/src/calls/all.ts';
import type { Warning } from '../../../../contract/src/calls/shapes.ts';
import { limits } from '../../../../contract/src/rules/limits.ts';
import type { PollMinutes } from '../../../../contract/src/rules/poll-durations.ts';
import { parseJson } from '../../state/parse-json.ts';
import { withStorage } from '../../state/storage.ts';
import type { Controls } from '../posts/controls/ControlFields.tsx';
import type { DraftFileRef } from './files/draft-files.ts';

export type PollDraft = { readonly options: readonly string[]; readonly minutes: PollMinutes };

export type DraftContent = {
  readonly text: string;
  readonly link: string;
  readonly poll: PollDraft | null;
  /** In the order in which the post shows them. */
  readonly files: readonly DraftFileRef[];
  /** Incomplete while its label is empty. */
  readonly warning: Warning | null;
  /** Null: everybody may comment and quote. */
  readonly controls: Controls | null;
};

export type Draft = DraftContent & {
  /** Idempotency key: a retry with the same content is the same post. */
  readonly attemptKey: string;
  /** The input sent under that key while its outcome is unknown: a retry must send exactly this. */
  readonly sent: Input<'publishPost'> | null;
};

/** By uid: the key of the draft that this tab last stored or read. */
const ownKeys = new Map<string, string>();

const keyOf = (uid: string) => `tablon.draft.${uid}`;

export function newDraft(): Draft {
  const content = { text: '', link: '', poll: null, files: [], warning: null, controls: null };
  return { ...content, attemptKey: crypto.randomUUID(), sent: null };
}

export function editDraft(draft: Draft, change: Partial<DraftContent>): Draft {
  const next = { ...draft, ...change };
  const same =
    next.text === draft.text &&
    next.link === draft.link &&
    next.poll === draft.poll &&
    next.files === draft.files &&
    next.warning === draft.warning &&
    next.controls === draft.controls;
  return same ? draft : { ...next, attemptKey: crypto.randomUUID(), sent: null };
}

export function isEmptyDraft({ text, link, poll, files, warning, controls }: DraftContent): boolean {
  return text === '' && link === '' && !(poll || files.length || warning || controls);
}

/** The failed post as it was, or above the text typed meanwhile. */
export function giveBack(failed: Draft, current: Draft): Draft {
  if (isEmptyDraft(current)) return failed;
  return editDraft(current, {
    text: [failed.text, current.text].filter((text) => text !== '').join('\n\n'),
    link: current.link || failed.link,
    poll: current.poll ?? failed.poll,
    files: current.files.length > 0 ? current.files : failed.files,
    warning: current.warning ?? failed.warning,
    controls: current.controls ?? failed.controls,
  });
}

export function loadDraft(uid: string): Draft {
  const draft = readStoredDraft(uid) ?? newDraft();
  ownKeys.set(uid, draft.attemptKey);
  return draft;
}

/** A draft that is empty or being sent never overwrites the draft of another tab. */
export function saveDraft(uid: string, draft: Draft, isEdit = true): void {
  const isEmpty = isEmptyDraft(draft);
  if ((isEmpty || !isEdit) && isOtherTabs(uid)) return;
  ownKeys.set(uid, draft.attemptKey);
  withStorage('localStorage', (storage) => {
    if (isEmpty) storage.removeItem(keyOf(uid));
    else storage.setItem(keyOf(uid), JSON.stringify(draft));
  });
}

/** All tabs share one stored draft. Once another tab has sent its own, this tab stores its draft. */
export function storeWhenFree(uid: string, read: () => Draft): void {
  addEventListener('storage', ({ key, oldValue, newValue }) => {
    const draft = read();
    const isOwn = parseDraft(parseJson(oldValue))?.attemptKey === draft.attemptKey;
    if (key === keyOf(uid) && newValue === null && !isOwn) saveDraft(uid, draft);
  });
}

function isOtherTabs(uid: string): boolean {
  const draft = readStoredDraft(uid);
  return draft !== null && draft.attemptKey !== ownKeys.get(uid);
}

function readStoredDraft(uid: string): Draft | null {
  return parseDraft(parseJson(withStorage('localStorage', (storage) => storage.getItem(keyOf(uid)))));
}

function parseDraft(value: unknown): Draft | null {
  if (typeof value !== 'object' || value === null) return null;
  const { text, link, attemptKey, poll, files, fileId, warning, controls, sent } = value as {
    [Key in keyof Draft | 'fileId']?: unknown;
  };
  if (typeof text !== 'string' || typeof link !== 'string' || typeof attemptKey !== 'string') return null;
  return {
    text,
    link,
    attemptKey,
    poll: isPoll(poll) ? poll : null,
    // An earlier version stored the only file.
    files: isFiles(files) ? files : typeof fileId === 'string' ? [{ id: fileId, alt: '' }] : [],
    warning: isWarning(warning) ? warning : null,
    controls: isControls(controls) ? controls : null,
    sent: typeof sent === 'object' ? sent : null,
  };
}

function isWarning(value: unknown): value is Warning {
  return typeof value === 'object' && value !== null && 'kind' in value && 'label' in value;
}

function isFiles(value: unknown): value is DraftFileRef[] {
  return (
    Array.isArray(value) &&
    value.every(
      (file: Partial<DraftFileRef> | null) => typeof file?.id === 'string' && typeof file.alt === 'string',
    )
  );
}

function isControls(value: unknown): value is Controls {
  return typeof value === 'object' && value !== null && 'commentPolicy' in value && 'quotesAllowed' in value;
}

function isPoll(value: unknown): value is PollDraft {
  if (typeof value !== 'object' || value === null) return false;
  const { options, minutes } = value as { [Key in keyof PollDraft]?: unknown };
  return (
    typeof minutes === 'number' &&
    Array.isArray(options) &&
    options.every((option) => typeof option === 'string') &&
    options.length >= limits.pollOptionsMin &&
    options.length <= limits.pollOptionsMax
  );
}
