import { ControlsTool } from './ControlsTool.tsx';
import { WarningTool } from './WarningTool.tsx';

export function FurtherTools({ uid }: { uid: string }) {
  return (
    <>
      <WarningTool uid={uid} />
      <ControlsTool uid={uid} />
    </>
  );
}
