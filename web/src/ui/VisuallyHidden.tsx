import type { ReactNode } from 'react';

/** Said by a screen reader, not seen. */
export function VisuallyHidden({ children }: { children: ReactNode }) {
  return <span className="visually-hidden">{children}</span>;
}
