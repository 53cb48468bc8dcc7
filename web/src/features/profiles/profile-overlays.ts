import type { Output } from '../../../../contract/src/calls/all.ts';
import { createStore, useStore } from '../../state/create-store.ts';

type ProfileAnswer = Output<'getProfile'>;
type Overlay = (answer: ProfileAnswer) => ProfileAnswer;
type Kind = 'follow' | 'block' | 'mute';
type Entry = { readonly kinds: { readonly [K in Kind]?: Overlay | null }; readonly apply: Overlay };

// By uid: unconfirmed changes. The confirmed answer is in the query cache.
const overlays = createStore<ReadonlyMap<string, Entry>>(new Map());

export function overlayProfile(uid: string, overlay: Overlay | null, kind: Kind): void {
  const kinds = { ...overlays.read().get(uid)?.kinds, [kind]: overlay };
  const apply: Overlay = (answer) =>
    Object.values(kinds).reduce((profile, change) => change?.(profile) ?? profile, answer);
  overlays.write(new Map(overlays.read()).set(uid, { kinds, apply }));
}

/** Whether no later change has replaced it. */
export function isOverlaid(uid: string, overlay: Overlay, kind: Kind): boolean {
  return overlays.read().get(uid)?.kinds[kind] === overlay;
}

/** Returns the same function until the overlays change. */
export function useProfileOverlay(uid: string): Overlay | undefined {
  return useStore(overlays).get(uid)?.apply;
}

export function useProfileOverlays(): Overlay {
  const all = useStore(overlays);
  return (answer) => all.get(answer.profile.uid)?.apply(answer) ?? answer;
}
