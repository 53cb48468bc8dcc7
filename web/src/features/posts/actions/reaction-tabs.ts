import { applyReaction, type ConfirmedReaction, confirmedReaction } from './reactions.ts';

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
