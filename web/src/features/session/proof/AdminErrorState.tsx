import { ShieldCheck } from 'lucide-react';
import { useEffect, type ReactNode } from 'react';

import { Button } from '../../../ui/Button.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { ErrorState } from '../../../ui/ErrorState.tsx';
import { needsReauthentication, reauthenticate, reauthenticateUnasked } from './admin-proof.ts';

type ReadList = { isError: boolean; isFetchNextPageError: boolean };

/** Also of a list that has shown an earlier answer: admins decide by what they see. */
export function hasFailedRead({ isError, isFetchNextPageError }: ReadList): boolean {
  return isError && !isFetchNextPageError;
}

type Props = {
  list: { error: Error | null; isFetching: boolean; refetch: () => unknown };
  children: ReactNode;
};

export function AdminErrorState({ list, children }: Props) {
  if (needsReauthentication(list.error)) return <ProofState />;
  return (
    <ErrorState onRetry={() => list.refetch()} busy={list.isFetching}>
      {children}
    </ErrorState>
  );
}

function ProofState() {
  useEffect(reauthenticateUnasked, []);
  return (
    <div role="alert">
      <EmptyState
        icon={<ShieldCheck size={28} />}
        action={<Button onClick={() => void reauthenticate()}>Confirmar que sos vos</Button>}
      >
        Para ver esto, confirmá que sos vos.
      </EmptyState>
    </div>
  );
}
