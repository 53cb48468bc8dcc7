import type { OpenMenu } from '../../../ui/overlays/open-menu-lazily.ts';

export type OthersContent = {
  uid: string;
  displayName: string;
  handle: string;
  postId: string;
  commentId?: string;
};

type Open = (button: HTMLButtonElement, item: OthersContent) => void;

let load: (() => Promise<Open>) | undefined;

/** Provided by the page's root: the menu blocks and mutes, and those features build on posts. */
export function provideOthersMenu(loader: () => Promise<Open>): void {
  load = loader;
}

/** Rejects when the menu's code cannot be fetched. */
export async function loadOthersMenu(item: OthersContent): Promise<OpenMenu> {
  const open = await load?.();
  return (button) => open?.(button, item);
}
