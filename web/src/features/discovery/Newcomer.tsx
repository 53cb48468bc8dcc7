import { useState } from 'react';

import { queryClient } from '../../api/query-client.ts';
import { postListKey } from '../../api/query-keys.ts';
import { Button } from '../../ui/Button.tsx';
import { ButtonLink } from '../../ui/ButtonLink.tsx';
import { useProfile } from '../profiles/use-profile.ts';
import { useSession } from '../session/use-session.ts';
import { SuggestedPeople } from './SuggestedPeople.tsx';
import { useSuggestedPeople } from './use-suggested-people.ts';

import styles from './Newcomer.module.css';

export function Newcomer({ isEmpty }: { isEmpty: boolean }) {
  const { user } = useSession();
  const followees = useProfile(user?.uid ?? '').data?.profile.followingCount;
  const { data, isPending } = useSuggestedPeople();
  const [before] = useState(user?.followingCount ?? 0);
  const hasFollowed = (followees ?? before) > before;
  const text = data?.followsOthers
    ? 'Aún no hay publicaciones.'
    : 'Todavía no seguís a nadie. Buscá perfiles y tocá Seguir.';
  return (
    <div className={styles.newcomer}>
      {(!data?.followsOthers || isEmpty) && <p className={styles.text}>{isPending ? '' : text}</p>}
      {/* Above the list: an empty list takes no room. */}
      <p className={styles.actions}>
        <ButtonLink href="/bienvenida?paso=hinchas" variant={hasFollowed ? 'secondary' : 'primary'}>
          Buscar hinchas
        </ButtonLink>
        <ButtonLink href="/feed?tab=paraVos">Mirá Para vos</ButtonLink>
      </p>
      <SuggestedPeople count={6} look="plain" />
      {hasFollowed && (
        <p className={styles.actions}>
          <Button
            variant="primary"
            onClick={() => void queryClient.resetQueries({ queryKey: postListKey('feed', 'siguiendo') })}
          >
            Ver lo que publican
          </Button>
        </p>
      )}
    </div>
  );
}
