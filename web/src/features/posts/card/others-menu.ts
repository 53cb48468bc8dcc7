/** A post or comment of somebody else. */
export type Foreign = {
  uid: string;
  displayName: string;
  handle: string;
  postId: string;
  commentId?: string;
};

type Open = (button: HTMLButtonElement, item: Foreign) => void;

let load: (() => Promise<Open>) | undefined;

/** The menu blocks and mutes, and those features build on posts: the page's root provides it. */
export function provideOthersMenu(loader: () => Promise<Open>): void {
  load = loader;
}

/** Rejects when the menu's code cannot be fetched. */
export async function openOthersMenu(button: HTMLButtonElement, item: Foreign): Promise<void> {
  (await load?.())?.(button, item);
}
