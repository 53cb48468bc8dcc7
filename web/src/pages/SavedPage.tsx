import { SavedPosts } from '../features/saved/SavedPosts.tsx';
import { SignedOut } from '../features/session/SignedOut.tsx';
import { useSession } from '../features/session/use-session.ts';
import { TitleBar } from '../ui/TitleBar.tsx';

export function SavedPage() {
  const { user } = useSession();
  if (user) return <SavedPosts />;
  return (
    <>
      <TitleBar title="Guardados" />
      <SignedOut />
    </>
  );
}
