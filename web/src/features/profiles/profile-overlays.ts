import type { Output } from '../../../../contract/src/calls/all.ts';
import { createStore, useStore } from '../../state/create-store.ts';

type ProfileAnswer = Output<'getProfile'>;
type Overlay = (answer: ProfileAnswer) => ProfileAnswer;
/** Overlays of different kinds stack; one of the same kind replaces the other. */
type Kind = 'follow' | 'block' | 'mute';
type Entry = { readonly kinds: { readonly [K in Kind]?: Overlay | null }; readonly apply: Overlay };

// By uid: what the user asked for and the server has not confirmed. The confirmed answer is in the query cache.
const overlays = createStore<ReadonlyMap<string, Entry>>(new Map());

/** Lays a change over a profile until the server answers; null removes it. */
export function overlayProfile(uid: string, overlay: Overlay | null, kind: Kind): void {
  const kinds = { ...overlays.read().get(uid)?.kinds, [kind]: overlay };
  const apply: Overlay = (answer) =>
    Object.values(kinds).reduce((profile, change) => change?.(profile) ?? profile, answer);
  overlays.write(new Map(overlays.read()).set(uid, { kinds, apply }));
}

/** The function that lays a profile's overlays over its confirmed answer; it changes only with the overlays. */
export function useProfileOverlay(uid: string): Overlay | undefined {
  return useStore(overlays).get(uid)?.apply;
}

/** The function that lays the overlays of any profile over its confirmed answer. */
export function useProfileOverlays(): Overlay {
  const all = useStore(overlays);
  return (answer) => all.get(answer.profile.uid)?.apply(answer) ?? answer;
}
