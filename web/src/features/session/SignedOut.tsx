import { buttonClass } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { SignInLink } from './SignInLink.tsx';

export function SignedOut() {
  return (
    <EmptyState action={<SignInLink className={buttonClass({})} />}>Tenés que iniciar sesión.</EmptyState>
  );
}
