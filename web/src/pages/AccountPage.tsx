import type { Profile } from '../../../contract/src/calls/shapes.ts';
import { DataSection } from '../features/account/DataSection.tsx';
import { DeleteSection } from '../features/account/DeleteSection.tsx';
import { PasswordSection } from '../features/account/PasswordSection.tsx';
import { ReadingSection } from '../features/account/ReadingSection.tsx';
import { Section } from '../features/account/Section.tsx';
import { SessionsSection } from '../features/account/SessionsSection.tsx';
import { useAccount } from '../features/account/use-account.ts';
import { ReadingChoice } from '../features/reading/ReadingChoice.tsx';
import { SignedOut } from '../features/session/SignedOut.tsx';
import { useFeature, useSession } from '../features/session/use-session.ts';
import { ButtonLink } from '../ui/ButtonLink.tsx';
import { ErrorState } from '../ui/ErrorState.tsx';
import { PageLoading } from '../ui/PageLoading.tsx';
import { TitleBar } from '../ui/TitleBar.tsx';

export function AccountPage() {
  const { user } = useSession();
  return (
    <>
      <TitleBar title="Cuenta y privacidad" />
      {user ? <Sections key={user.uid} user={user} /> : <SignedOut />}
    </>
  );
}

function Sections({ user }: { user: Profile }) {
  const { data: account, isError, refetch } = useAccount();
  const isPublic = useFeature('publico');
  if (!account && isError) {
    return <ErrorState onRetry={() => void refetch()}>No se pudo cargar tu cuenta.</ErrorState>;
  }
  if (!account) return <PageLoading />;
  return (
    <>
      <PasswordSection account={account} />
      <SessionsSection />
      {isPublic && (
        <Section title="Quién puede leerte">
          <ReadingChoice />
        </Section>
      )}
      <DataSection account={account} />
      <ReadingSection />
      <Section title="Silenciados y bloqueados">
        <p>
          <ButtonLink href="/silenciados">Ver a quién y qué no querés leer</ButtonLink>
        </p>
      </Section>
      <DeleteSection account={account} user={user} />
    </>
  );
}
