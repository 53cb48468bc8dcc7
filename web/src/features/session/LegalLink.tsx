import type { ReactNode } from 'react';

/** In a new tab, so that form input stays. */
export function LegalLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <a href={href} target="_blank" rel="noopener">
      {children}
    </a>
  );
}
