import { applyReaction, type ConfirmedReaction, confirmedReaction } from './reactions.ts';
import { rereadSavedPosts } from './reread-saved.ts';

export function joinReactions(uid: string): () => void {
  if (!('BroadcastChannel' in globalThis)) return () => undefined;
  const channel = new BroadcastChannel(`tablon.reactions.${uid}`);
  channel.addEventListener('message', ({ data }: MessageEvent<ConfirmedReaction>) => {
    applyReaction(data);
    void rereadSavedPosts(data);
  });
  const leave = confirmedReaction.subscribe(() => channel.postMessage(confirmedReaction.read()));
  return () => {
    leave();
    channel.close();
  };
}
