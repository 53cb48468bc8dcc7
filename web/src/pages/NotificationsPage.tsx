import { ReplyBox } from '../features/comments/ReplyBox.tsx';
import { Notifications } from '../features/notifications/Notifications.tsx';
import { useSession } from '../features/session/use-session.ts';
import { ButtonLink } from '../ui/ButtonLink.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { TitleBar } from '../ui/TitleBar.tsx';

export function NotificationsPage() {
  const { user } = useSession();
  if (user) return <Notifications ReplyBox={ReplyBox} />;
  // The session ended while the list was open: the screen stays until the next navigation.
  return (
    <>
      <TitleBar title="Notificaciones" />
      <EmptyState action={<ButtonLink href="/ingresar">Ingresar</ButtonLink>}>
        Tenés que iniciar sesión.
      </EmptyState>
    </>
  );
}
