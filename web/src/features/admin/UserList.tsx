import type { ComponentProps } from 'react';

import { useMedia } from '../../ui/browser/use-media.ts';
import { UserRow } from './UserRow.tsx';
import { UserTable } from './UserTable.tsx';

export function UserList(props: ComponentProps<typeof UserTable>) {
  const isWide = useMedia('(width >= 1100px)');
  const { users, label, busy } = props;
  if (isWide) return <UserTable {...props} />;
  return (
    <ul aria-label={label} aria-busy={busy}>
      {users.map((user) => (
        <UserRow key={user.uid} user={user} />
      ))}
    </ul>
  );
}
