import { ControlsTool } from './ControlsTool.tsx';
import { WarningTool } from './WarningTool.tsx';

/** The tools that are loaded with the extras. */
export function FurtherTools({ uid }: { uid: string }) {
  return (
    <>
      <WarningTool uid={uid} />
      <ControlsTool uid={uid} />
    </>
  );
}
