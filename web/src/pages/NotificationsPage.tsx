import { ReplyBox } from '../features/comments/ReplyBox.tsx';
import { Notifications } from '../features/notifications/Notifications.tsx';
import { SignedOut } from '../features/session/SignedOut.tsx';
import { useSession } from '../features/session/use-session.ts';
import { TitleBar } from '../ui/TitleBar.tsx';

export function NotificationsPage() {
  const { user } = useSession();
  if (user) return <Notifications ReplyBox={ReplyBox} />;
  return (
    <>
      <TitleBar title="Notificaciones" />
      <SignedOut />
    </>
  );
}
