import { Suspense, useState } from 'react';

import { readPath } from '../../../contract/src/rules/return-path.ts';
import { ProfileEditor } from '../features/profile-editor/ProfileEditor.tsx';
import { useSession } from '../features/session/use-session.ts';
import { ButtonLink } from '../ui/ButtonLink.tsx';
import { optionalPart } from '../ui/optional-part.ts';
import { TitleBar } from '../ui/TitleBar.tsx';

import styles from './EditProfilePage.module.css';

const PushSettings = optionalPart(
  async () => (await import('../features/push/PushSettings.tsx')).PushSettings,
);

export function EditProfilePage() {
  const { user } = useSession();
  // The form outlives the session.
  const [profile, setProfile] = useState(user);
  const [isSaved, setSaved] = useState(false);
  const [{ isNew = false, from }] = useState(
    () => (history.state as { isNew?: true; from?: string | null } | null) ?? {},
  );
  if (user && user !== profile) setProfile(user);
  if (!profile) return null;
  const page = readPath(from);
  return (
    <>
      <TitleBar title="Editar perfil" />
      {isNew && (
        <div className={styles.welcome}>
          <p className={styles.greeting}>Ya estás adentro</p>
          <div className={styles.place}>{!isSaved && peopleLink}</div>
          {page && <ButtonLink href={page}>Volver a lo que estabas leyendo</ButtonLink>}
        </div>
      )}
      <ProfileEditor
        key={profile.uid}
        profile={profile}
        signedOut={user === null}
        onSaved={() => setSaved(true)}
      />
      {isNew && isSaved && (
        <div ref={bringIntoView} className={styles.next}>
          {peopleLink}
        </div>
      )}
      <Suspense fallback={null}>
        <PushSettings />
      </Suspense>
      <p className={styles.more}>
        <ButtonLink href="/cuenta">Cuenta y privacidad</ButtonLink>
        <ButtonLink href="/silenciados">Silenciados y bloqueados</ButtonLink>
      </p>
    </>
  );
}

// Above the form until its first save, then below it, where the user looks.
const peopleLink = (
  <ButtonLink href="/bienvenida?paso=hinchas" variant="primary">
    Seguí: a quién leer
  </ButtonLink>
);

function bringIntoView(element: HTMLElement | null): void {
  element?.scrollIntoView({ block: 'nearest' });
}
