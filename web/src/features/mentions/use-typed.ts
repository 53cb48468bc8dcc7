import { type RefObject, useEffect, useState } from 'react';

import { type Typed, typedAt } from './typed-at.ts';

export function useTyped(box: RefObject<HTMLTextAreaElement | null>): [Typed | null, () => void] {
  const [typed, setTyped] = useState<Typed | null>(null);
  const [dismissed, setDismissed] = useState<number | null>(null);

  useEffect(() => {
    const element = box.current;
    if (!element) return undefined;
    const look = () => {
      const { value, selectionStart, selectionEnd } = element;
      const at = document.activeElement === element && selectionStart === selectionEnd;
      const next = at ? typedAt(value, selectionStart) : null;
      setTyped((old) => (old?.start === next?.start && old?.typed === next?.typed ? old : next));
      if (!next) setDismissed(null);
    };
    look();
    for (const name of moves) element.addEventListener(name, look);
    return () => {
      for (const name of moves) element.removeEventListener(name, look);
    };
  }, [box]);

  return [typed?.start === dismissed ? null : typed, () => setDismissed(typed?.start ?? null)];
}

const moves = ['input', 'keyup', 'click', 'blur'] as const;
