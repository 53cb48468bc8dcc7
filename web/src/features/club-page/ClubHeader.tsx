import { useState } from 'react';

import { ApiError } from '../../api/api-error.ts';
import { queryClient } from '../../api/query-client.ts';
import { Button } from '../../ui/Button.tsx';
import { ButtonLink } from '../../ui/ButtonLink.tsx';
import { confirmDialog, toast } from '../../ui/overlays/dialogs.ts';
import { BadgeDisc } from '../clubs/BadgeDisc.tsx';
import { divisionNames } from '../clubs/club-words.ts';
import { saveClub } from '../clubs/save-club.ts';
import { ownClubQuery } from '../clubs/use-own-club.ts';
import type { ClubPage } from './use-club.ts';

import styles from './ClubHeader.module.css';

export function ClubHeader({ club }: { club: ClubPage }) {
  const { name, place, division, members } = club;
  return (
    <header className={styles.header}>
      <BadgeDisc club={club} decorative large />
      <div className={styles.words}>
        <h1 className={styles.name}>{name}</h1>
        <p className={styles.where}>{[place, divisionNames[division]].filter(Boolean).join(' · ')}</p>
        <p className={styles.count}>
          <span className={styles.number}>{members.toLocaleString('es-AR')}</span>{' '}
          {members === 1 ? 'hincha' : 'hinchas'}
        </p>
      </div>
      <Choice club={club} />
    </header>
  );
}

function Choice({ club }: { club: ClubPage }) {
  const { slug, name, active, isMine } = club;
  const [busy, setBusy] = useState(false);
  if (isMine) {
    return (
      <ButtonLink href="/editar" size="small">
        Es tu cuadro
      </ButtonLink>
    );
  }
  if (!active) return null;
  const choose = async () => {
    const question = `¿Cambiar a ${name}? Después podés volver a cambiar una vez cada 30 días.`;
    setBusy(true);
    try {
      const own = await queryClient.fetchQuery(ownClubQuery);
      const isChange = own?.club && own.club !== slug;
      if (isChange && !(await confirmDialog(question, { confirm: 'Aceptar' }))) return;
      const { show } = await saveClub({ club: slug });
      toast(outcomeOf(club, show), { type: 'success' });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      const isTooSoon = error.reason === 'club-too-soon';
      toast(isTooSoon ? error.message : 'No se pudo completar. Intentá de nuevo.', { type: 'failure' });
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button size="small" busy={busy} onClick={() => void choose()}>
      Es mi cuadro
    </Button>
  );
}

function outcomeOf({ name, division }: ClubPage, show: boolean): string {
  // Not a club, such as 'Neutral'.
  if (division === 'otro')
    return show ? `Ahora se ve que elegiste «${name}».` : `Elegiste «${name}». Sigue sin mostrarse.`;
  return show ? `Ahora se ve que sos hincha de ${name}.` : `Tu cuadro es ${name}. Sigue sin mostrarse.`;
}
