import { useEffect, useState } from 'react';

type Opening = {
  isOpen: boolean;
  open: () => void;
  close: () => void;
  /** Closes without going back, because something else replaced the history entry. */
  leave: () => void;
};

/**
 * Something that Back closes. Opening pushes a history entry for the same address, and closing goes back: it is
 * closed when that has happened, so a quick reopening cannot overtake it.
 */
export function useBackToClose(): Opening {
  const [isOpen, setOpen] = useState(false);

  useEffect(() => {
    if (!isOpen) return undefined;
    const onPopState = () => setOpen(false);
    addEventListener('popstate', onPopState);
    return () => removeEventListener('popstate', onPopState);
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
