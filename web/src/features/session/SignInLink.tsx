import type { ReactNode } from 'react';
import { Link, useLocation, useSearch } from 'wouter';

import { returnPath } from '../../../../contract/src/rules/return-path.ts';
import { rememberedPath, entryAddress } from './remembered-path.ts';

type Props = { children?: ReactNode; className?: string };

export function SignInLink({ children = 'Ingresar', className }: Props) {
  const [path] = useLocation();
  const search = useSearch();
  const here = returnPath(path + (search && `?${search}`));
  // A sign-in leads to the feed anyway, and its own screen is no place to return to.
  const from = here === '/feed' ? rememberedPath() : here;
  return (
    <Link href={entryAddress('/ingresar', from)} className={className}>
      {children}
    </Link>
  );
}
