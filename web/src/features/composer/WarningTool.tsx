import { EyeOff } from 'lucide-react';

import { changeComposer, typeDraft, useComposerState } from './composer-store.ts';
import { Tool } from './ComposerBar.tsx';

export function WarningTool({ uid }: { uid: string }) {
  const { draft, warningAsked, outgoing } = useComposerState(uid);
  const open = warningAsked || draft.warning !== null;
  const toggle = () => {
    if (open) typeDraft(uid, { warning: null });
    changeComposer(uid, { warningAsked: !open });
  };
  return (
    <Tool
      name="Advertencia"
      icon={<EyeOff size={20} aria-hidden />}
      aria-expanded={open}
      disabled={outgoing !== null}
      onClick={toggle}
    />
  );
}
