/** What the composer holds between visits. `attemptKey` stays while the content does: a repeated try is one post. */
export type Draft = { text: string; link: string; attemptKey: string };

export type DraftStore = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

const keyOf = (uid: string) => `tablon.draft.${uid}`;

export function newDraft(): Draft {
  return { text: '', link: '', attemptKey: crypto.randomUUID() };
}

/** The draft with other content: another post, so another key. */
export function editDraft(draft: Draft, change: Partial<Pick<Draft, 'text' | 'link'>>): Draft {
  const next = { ...draft, ...change };
  const same = next.text === draft.text && next.link === draft.link;
  return same ? draft : { ...next, attemptKey: crypto.randomUUID() };
}

export function isEmptyDraft(draft: Draft): boolean {
  return draft.text === '' && draft.link === '';
}

/** What failed to be published comes back: as it was, or above what was typed meanwhile. */
export function giveBack(failed: Draft, typed: Draft): Draft {
  if (isEmptyDraft(typed)) return failed;
  return editDraft(typed, {
    text: [failed.text, typed.text].filter((text) => text !== '').join('\n\n'),
    link: typed.link || failed.link,
  });
}

/** The draft that this user left, or a new one. Storage that is closed or holds nonsense is no reason to fail. */
export function loadDraft(store: DraftStore, uid: string): Draft {
  try {
    const kept: unknown = JSON.parse(store.getItem(keyOf(uid)) ?? 'null');
    return isDraft(kept) ? kept : newDraft();
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

function isDraft(value: unknown): value is Draft {
  if (typeof value !== 'object' || value === null) return false;
  const { text, link, attemptKey } = value as Record<string, unknown>;
  return typeof text === 'string' && typeof link === 'string' && typeof attemptKey === 'string';
}
