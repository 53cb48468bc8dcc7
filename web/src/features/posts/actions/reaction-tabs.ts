import { applyReaction, type ConfirmedReaction, confirmedReaction } from './reactions.ts';

/** Passes confirmed reactions between the open tabs of a user. Returns the function that ends it. */
export function joinReactions(uid: string): () => void {
  if (!('BroadcastChannel' in globalThis)) return () => undefined;
  const channel = new BroadcastChannel(`tablon.reactions.${uid}`);
  channel.addEventListener('message', ({ data }: MessageEvent<ConfirmedReaction>) => applyReaction(data));
  const leave = confirmedReaction.subscribe(() => channel.postMessage(confirmedReaction.read()));
  return () => {
    leave();
    channel.close();
  };
}
