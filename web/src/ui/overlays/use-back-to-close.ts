import { useEffect, useState } from 'react';

type Opening = {
  isOpen: boolean;
  open: () => void;
  close: () => void;
  /** Closes without going back: something else has taken the place of the history entry. */
  leave: () => void;
};

/**
 * Something that Back closes. Opening adds a history entry for the same address and closing takes it away again,
 * so it closes when that has happened: a quick reopening cannot overtake it.
 */
export function useBackToClose(): Opening {
  const [isOpen, setOpen] = useState(false);

  useEffect(() => {
    if (!isOpen) return undefined;
    const gone = () => setOpen(false);
    addEventListener('popstate', gone);
    return () => removeEventListener('popstate', gone);
  }, [isOpen]);

  return {
    isOpen,
    open: () => {
      history.pushState({ open: true }, '');
      setOpen(true);
    },
    close: () => history.back(),
    leave: () => setOpen(false),
  };
}
