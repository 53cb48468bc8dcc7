import type { ReactNode } from 'react';

/** A link to the terms or the privacy text, in a tab of its own: what was typed here stays. */
export function LegalLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <a href={href} target="_blank" rel="noopener">
      {children}
    </a>
  );
}
