import { Button } from '../../ui/Button.tsx';
import { useFollow } from './use-follow.ts';

type Props = { uid: string; following: boolean; ownUid: string | undefined };

export function FollowButton({ uid, following, ownUid }: Props) {
  const { running, toggle } = useFollow(uid, ownUid);
  return (
    <Button
      size="small"
      variant={following ? 'secondary' : 'primary'}
      disabled={ownUid === undefined}
      aria-disabled={running}
      onClick={() => !running && toggle(!following)}
    >
      {label(following, running)}
    </Button>
  );
}

function label(following: boolean, running: boolean): string {
  if (running) return following ? 'Siguiendo…' : 'Siguiendo';
  return following ? 'Siguiendo' : 'Seguir';
}
