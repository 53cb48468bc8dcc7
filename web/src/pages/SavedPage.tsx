import { SavedPosts } from '../features/saved/SavedPosts.tsx';
import { useSession } from '../features/session/use-session.ts';
import { ButtonLink } from '../ui/ButtonLink.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { TitleBar } from '../ui/TitleBar.tsx';

export function SavedPage() {
  const { user } = useSession();
  if (user) return <SavedPosts />;
  // The session ended while the list was open: the screen stays until the next navigation.
  return (
    <>
      <TitleBar title="Guardados" />
      <EmptyState action={<ButtonLink href="/ingresar">Ingresar</ButtonLink>}>
        Tenés que iniciar sesión.
      </EmptyState>
    </>
  );
}
