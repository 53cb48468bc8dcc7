import { buttonClass } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { SignInLink } from './SignInLink.tsx';

/** In place of a screen's content when the session has ended: the screen stays until the next navigation. */
export function SignedOut() {
  return (
    <EmptyState action={<SignInLink className={buttonClass({})} />}>Tenés que iniciar sesión.</EmptyState>
  );
}
