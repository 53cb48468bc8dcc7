import { type RefObject, useEffect, useState } from 'react';

import { type CompletionQuery, completionQueryAt } from './completion-query.ts';

export function useCompletionQuery(
  box: RefObject<HTMLTextAreaElement | null>,
): [CompletionQuery | null, () => void] {
  const [query, setQuery] = useState<CompletionQuery | null>(null);
  const [dismissedStart, setDismissedStart] = useState<number | null>(null);

  useEffect(() => {
    const element = box.current;
    if (!element) return undefined;
    const update = () => {
      const { value, selectionStart, selectionEnd } = element;
      const at = document.activeElement === element && selectionStart === selectionEnd;
      const next = at ? completionQueryAt(value, selectionStart) : null;
      setQuery((old) => (old?.start === next?.start && old?.prefix === next?.prefix ? old : next));
      if (!next) setDismissedStart(null);
    };
    update();
    for (const name of moves) element.addEventListener(name, update);
    return () => {
      for (const name of moves) element.removeEventListener(name, update);
    };
  }, [box]);

  return [query?.start === dismissedStart ? null : query, () => setDismissedStart(query?.start ?? null)];
}

const moves = ['input', 'keyup', 'click', 'blur'] as const;
