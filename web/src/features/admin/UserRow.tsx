import { Ellipsis } from 'lucide-react';
import { useId, useState } from 'react';
import { Link } from 'wouter';

import type { AdminUser } from '../../../../contract/src/calls/admin.ts';
import { displayHandle } from '../../../../contract/src/rules/handles.ts';
import { assertApiError } from '../../api/api-error.ts';
import { Avatar } from '../../ui/Avatar.tsx';
import { announce } from '../../ui/browser/announce.ts';
import { Button } from '../../ui/Button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { IconButton } from '../../ui/IconButton.tsx';
import { alertDialog, confirmDialog } from '../../ui/overlays/dialogs.ts';
import { openMenuLazily } from '../../ui/overlays/open-menu-lazily.ts';
import { navigate } from '../../ui/overlays/use-back-to-close.ts';
import { copyText } from '../posts/actions/copy-text.ts';
import { setSuspended } from './admin-data.ts';
import { shortDate } from './short-date.ts';

import styles from './Admin.module.css';

const exemptions = {
  self: 'Tu cuenta',
  official: 'Cuenta oficial',
  'super-admin': 'Superadministración',
};

type Change = { busy: boolean; change: () => Promise<void> };

function useSuspension({ uid, displayName, handle, suspended }: AdminUser): Change {
  const [busy, setBusy] = useState(false);
  const change = async () => {
    if (!(await isSure(displayHandle(handle) || displayName, suspended))) return;
    setBusy(true);
    try {
      await setSuspended(uid, !suspended);
      announce(suspended ? 'Usuario reactivado.' : 'Usuario suspendido.');
    } catch (error) {
      assertApiError(error);
      await alertDialog('No se pudo actualizar el estado del usuario.');
    } finally {
      setBusy(false);
    }
  };
  return { busy, change };
}

export function UserRow({ user }: { user: AdminUser }) {
  const { uid, displayName, handle, avatar, email, exempt } = user;
  const id = useId();
  return (
    <li className={styles.user}>
      <Link className={styles.person} href={`/perfil/${uid}`}>
        <Avatar src={avatar} name={displayName} uid={uid} size={36} />
        <span className={styles.text}>
          <span id={id} className={styles.line}>
            <span className={styles.name} dir="auto">
              {displayName}
            </span>{' '}
            <span className={styles.muted}>{displayHandle(handle)}</span>
          </span>
          <span className={styles.muted}>{exempt ? exemptions[exempt] : email}</span>
        </span>
      </Link>
      <StateBadge user={user} />
      <SuspendButton user={user} describedBy={id} />
    </li>
  );
}

const copyEmail = (email: string) => copyText(email, { copied: 'Email copiado.', label: 'Email' });

export function UserTableRow({ user }: { user: AdminUser }) {
  const { uid, displayName, handle, avatar, email, createdAt, exempt } = user;
  const id = useId();
  const loadUserMenu = async () => {
    const { openMenu } = await import('../../ui/overlays/open-menu.tsx');
    const items = [
      { label: 'Ver perfil', onSelect: () => navigate(`/perfil/${uid}`) },
      ...(email === null ? [] : [{ label: 'Copiar email', onSelect: () => void copyEmail(email) }]),
    ];
    return (button: HTMLButtonElement) => openMenu(button, `Más opciones de ${displayName}`, items);
  };
  return (
    <tr className={styles.tableRow}>
      <th scope="row">
        <Link className={styles.tablePerson} href={`/perfil/${uid}`}>
          <Avatar src={avatar} name={displayName} uid={uid} size={28} />
          <span id={id} className={styles.name} dir="auto">
            {displayName}
          </span>
        </Link>
      </th>
      <td className={styles.muted}>{displayHandle(handle)}</td>
      <td className={styles.muted}>
        {email}
        {exempt && <span className={styles.exempt}>{exemptions[exempt]}</span>}
      </td>
      <td className={styles.muted}>
        <time dateTime={createdAt}>{shortDate(createdAt)}</time>
      </td>
      <td>
        <StateBadge user={user} />
      </td>
      <td className={styles.tableActions}>
        <SuspendButton user={user} describedBy={id} />
        <IconButton
          label={`Más opciones de ${displayName}`}
          icon={<Ellipsis size={20} aria-hidden />}
          aria-haspopup="menu"
          onClick={({ currentTarget }) => openMenuLazily(currentTarget, loadUserMenu)}
        />
      </td>
    </tr>
  );
}

function StateBadge({ user: { suspended } }: { user: AdminUser }) {
  return (
    <span className={classNames(styles.badge, suspended && styles.suspended)}>
      {suspended ? 'Suspendido' : 'Activo'}
    </span>
  );
}

function SuspendButton({ user, describedBy }: { user: AdminUser; describedBy: string }) {
  const { busy, change } = useSuspension(user);
  return (
    <Button
      size="small"
      variant={user.suspended ? 'secondary' : 'quiet'}
      className={styles.action}
      aria-describedby={describedBy}
      disabled={user.exempt !== null}
      busy={busy}
      onClick={() => void change()}
    >
      {user.suspended ? 'Reactivar' : 'Suspender'}
    </Button>
  );
}

function isSure(person: string, suspended: boolean): Promise<boolean> {
  return suspended
    ? confirmDialog(
        `¿Reactivar a ${person}? Va a poder ingresar, y vuelven a verse su perfil y todo lo que publicó.`,
        { confirm: 'Reactivar' },
      )
    : confirmDialog(
        `¿Suspender a ${person}? No va a poder ingresar, y su perfil y todo lo que publicó dejan de verse hasta que reactives la cuenta.`,
        { confirm: 'Suspender', danger: true },
      );
}
