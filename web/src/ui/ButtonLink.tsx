import type { ReactNode } from 'react';
import { Link } from 'wouter';

import { buttonClass, type ButtonLook } from './Button.tsx';

type Props = ButtonLook & { href: string; className?: string; children: ReactNode };

/** A link of our own site that looks like a button. */
export function ButtonLink({ href, className, children, ...look }: Props) {
  return (
    <Link href={href} className={buttonClass(look, className)}>
      {children}
    </Link>
  );
}
