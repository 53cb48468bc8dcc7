import { ExcludedPeople } from '../features/blocks/ExcludedPeople.tsx';
import { MutedWords } from '../features/blocks/MutedWords.tsx';
import { SignedOut } from '../features/session/SignedOut.tsx';
import { useSession } from '../features/session/use-session.ts';
import { TitleBar } from '../ui/TitleBar.tsx';

export function ExclusionsPage() {
  const { user } = useSession();
  return (
    <>
      <TitleBar title="Silenciados y bloqueados" />
      {user ? (
        <>
          <MutedWords />
          <ExcludedPeople />
        </>
      ) : (
        <SignedOut />
      )}
    </>
  );
}
