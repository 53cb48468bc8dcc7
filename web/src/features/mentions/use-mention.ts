import { type RefObject, useEffect, useState } from 'react';

import { type Mention, mentionAt } from './mention-at.ts';

export function useMention(box: RefObject<HTMLTextAreaElement | null>): [Mention | null, () => void] {
  const [mention, setMention] = useState<Mention | null>(null);
  const [dismissed, setDismissed] = useState<number | null>(null);

  useEffect(() => {
    const element = box.current;
    if (!element) return undefined;
    const look = () => {
      const { value, selectionStart, selectionEnd } = element;
      const at = document.activeElement === element && selectionStart === selectionEnd;
      const next = at ? mentionAt(value, selectionStart) : null;
      setMention((old) => (old?.start === next?.start && old?.typed === next?.typed ? old : next));
      if (!next) setDismissed(null);
    };
    look();
    for (const name of moves) element.addEventListener(name, look);
    return () => {
      for (const name of moves) element.removeEventListener(name, look);
    };
  }, [box]);

  return [mention?.start === dismissed ? null : mention, () => setDismissed(mention?.start ?? null)];
}

const moves = ['input', 'keyup', 'click', 'blur'] as const;
