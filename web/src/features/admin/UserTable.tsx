import { ArrowDown, ArrowUp } from 'lucide-react';
import type { ReactNode } from 'react';

import type { AdminUser } from '../../../../contract/src/calls/admin.ts';
import type { UserOrder } from './admin-data.ts';
import { UserTableRow } from './UserRow.tsx';

import styles from './Admin.module.css';

type Props = {
  users: readonly AdminUser[];
  label: string;
  busy?: boolean;
  sort?: UserOrder['sort'];
  onSort?: (sort: UserOrder['sort']) => void;
};

export function UserTable({ users, label, busy = false, sort, onSort }: Props) {
  return (
    <table className={styles.table} aria-label={label} aria-busy={busy}>
      <thead>
        <tr>
          <Head>Nombre</Head>
          <Head>Usuario</Head>
          <Head>Email</Head>
          <th scope="col" aria-sort={sort && (sort === 'newest' ? 'descending' : 'ascending')}>
            {sort && onSort ? (
              <button
                type="button"
                className={styles.sort}
                onClick={() => onSort(sort === 'newest' ? 'oldest' : 'newest')}
              >
                Desde
                {sort === 'newest' ? <ArrowDown size={14} aria-hidden /> : <ArrowUp size={14} aria-hidden />}
              </button>
            ) : (
              'Desde'
            )}
          </th>
          <Head>Estado</Head>
          <Head>
            <span className="visually-hidden">Acciones</span>
          </Head>
        </tr>
      </thead>
      <tbody>
        {users.map((user) => (
          <UserTableRow key={user.uid} user={user} />
        ))}
      </tbody>
    </table>
  );
}

function Head({ children }: { children: ReactNode }) {
  return <th scope="col">{children}</th>;
}
