import { MessageCircleMore } from 'lucide-react';

import { typeDraft, useComposerState } from './composer-store.ts';
import { Tool } from './ComposerBar.tsx';

export function ControlsTool({ uid }: { uid: string }) {
  const { draft, outgoing } = useComposerState(uid);
  const open = draft.controls !== null;
  return (
    <Tool
      name="Quiénes pueden comentar"
      icon={<MessageCircleMore size={20} aria-hidden />}
      aria-expanded={open}
      disabled={outgoing !== null}
      onClick={() =>
        typeDraft(uid, { controls: open ? null : { commentPolicy: 'all', quotesAllowed: true } })
      }
    />
  );
}
