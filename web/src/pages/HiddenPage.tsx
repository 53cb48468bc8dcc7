import { HiddenPeople } from '../features/blocks/HiddenPeople.tsx';
import { MutedWords } from '../features/blocks/MutedWords.tsx';
import { useSession } from '../features/session/use-session.ts';
import { ButtonLink } from '../ui/ButtonLink.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { TitleBar } from '../ui/TitleBar.tsx';

/** /silenciados: muted words, and muted and blocked people. */
export function HiddenPage() {
  const { user } = useSession();
  return (
    <>
      <TitleBar title="Silenciados y bloqueados" />
      {user ? (
        <>
          <MutedWords />
          <HiddenPeople />
        </>
      ) : (
        <EmptyState action={<ButtonLink href="/ingresar">Ingresar</ButtonLink>}>
          Tenés que iniciar sesión.
        </EmptyState>
      )}
    </>
  );
}
