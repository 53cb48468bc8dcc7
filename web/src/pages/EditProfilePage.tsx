import { useState } from 'react';

import { ProfileEditor } from '../features/profile-editor/ProfileEditor.tsx';
import { useSession } from '../features/session/use-session.ts';

import styles from './EditProfilePage.module.css';

/** /editar and /editar-perfil: one's own name, handle and bio. */
export function EditProfilePage() {
  const { user } = useSession();
  // A session that dies does not take the form away.
  const [profile, setProfile] = useState(user);
  if (user && user !== profile) setProfile(user);
  if (!profile) return null;
  return (
    <>
      <h1 className={styles.title}>Editar perfil</h1>
      <ProfileEditor key={profile.uid} profile={profile} signedOut={user === null} />
    </>
  );
}
