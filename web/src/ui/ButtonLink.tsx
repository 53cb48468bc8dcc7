import type { ReactNode } from 'react';
import { Link } from 'wouter';

import { buttonClass, type ButtonLook } from './Button.tsx';

type Props = ButtonLook & { href: string; className?: string; children: ReactNode };

export function ButtonLink({ href, className, children, ...look }: Props) {
  return (
    <Link href={href} className={buttonClass(look, className)}>
      {children}
    </Link>
  );
}
