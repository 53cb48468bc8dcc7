import { useId, useState } from 'react';
import { Link } from 'wouter';

import type { AdminUser } from '../../../../contract/src/calls/admin.ts';
import { displayHandle } from '../../../../contract/src/rules/handles.ts';
import { assertApiError } from '../../api/api-error.ts';
import { Avatar } from '../../ui/Avatar.tsx';
import { announce } from '../../ui/browser/announce.ts';
import { Button } from '../../ui/Button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { alertDialog, confirmDialog } from '../../ui/overlays/dialogs.ts';
import { setSuspended } from './admin-data.ts';

import styles from './Admin.module.css';

const exemptions = {
  self: 'Tu cuenta',
  official: 'Cuenta oficial',
  'super-admin': 'Superadministración',
};

export function UserRow({ user }: { user: AdminUser }) {
  const { uid, displayName, handle, avatar, email, suspended, exempt } = user;
  const id = useId();
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
      <span className={classNames(styles.badge, suspended && styles.suspended)}>
        {suspended ? 'Suspendido' : 'Activo'}
      </span>
      <Button
        size="small"
        variant={suspended ? 'secondary' : 'danger'}
        className={styles.action}
        aria-describedby={id}
        disabled={exempt !== null}
        busy={busy}
        onClick={() => void change()}
      >
        {suspended ? 'Reactivar' : 'Suspender'}
      </Button>
    </li>
  );
}

function isSure(who: string, suspended: boolean): Promise<boolean> {
  return suspended
    ? confirmDialog(
        `¿Reactivar a ${who}? Va a poder ingresar, y vuelven a verse su perfil y todo lo que publicó.`,
        { confirm: 'Reactivar' },
      )
    : confirmDialog(
        `¿Suspender a ${who}? No va a poder ingresar, y su perfil y todo lo que publicó dejan de verse hasta que reactives la cuenta.`,
        { confirm: 'Suspender', danger: true },
      );
}
