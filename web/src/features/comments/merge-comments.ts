import type { Comment } from '../../../../contract/src/calls/shapes.ts';

/** Oldest first, without repeats. Of two versions the one in the later list wins. */
export function mergeComments(pages: readonly { items: readonly Comment[] }[]): Comment[] {
  const byId = new Map<string, Comment>();
  for (const page of pages) for (const comment of page.items) byId.set(comment.id, comment);
  return [...byId.values()].sort((a, b) => compare(a.createdAt, b.createdAt) || compare(a.id, b.id));
}

function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}
