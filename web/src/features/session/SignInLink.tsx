import type { ReactNode } from 'react';
import { Link, useLocation, useSearch } from 'wouter';

import { signInAddress } from './remembered-path.ts';

type Props = { children?: ReactNode; className?: string };

export function SignInLink({ children = 'Ingresar', className }: Props) {
  const [path] = useLocation();
  const search = useSearch();
  return (
    <Link href={signInAddress(path + (search && `?${search}`))} className={className}>
      {children}
    </Link>
  );
}
