import { useState } from 'react';

import { displayHandle } from '../../../../contract/src/rules/handles.ts';
import { Button } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import type { ProfileAnswer } from '../profiles/use-profile.ts';
import { ProfileMenu } from './ProfileMenu.tsx';
import { changeRelation, nameOf } from './relations.ts';

import styles from './BlockedProfile.module.css';

export function BlockedProfile({ answer }: { answer: ProfileAnswer }) {
  const { profile, blocked } = answer;
  const [ending, setEnding] = useState(false);
  const end = async () => {
    setEnding(true);
    await changeRelation(profile, 'unblockUser');
    setEnding(false);
  };
  return (
    <>
      <header className={styles.head}>
        <div className={styles.names}>
          <h1 className={styles.name}>{profile.displayName}</h1>
          <p className={styles.handle}>{displayHandle(profile.handle)}</p>
        </div>
        <ProfileMenu answer={answer} />
      </header>
      {blocked ? (
        <EmptyState
          action={
            <Button busy={ending} onClick={() => void end()}>
              Desbloquear
            </Button>
          }
        >
          Bloqueaste a {nameOf(profile)}
        </EmptyState>
      ) : (
        <EmptyState>Este perfil no está disponible para vos.</EmptyState>
      )}
    </>
  );
}
