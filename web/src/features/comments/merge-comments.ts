import type { Comment } from '../../../../contract/src/calls/shapes.ts';

/** The comments of all pages, each once, oldest first: one's own new comment comes before the page that lists it. */
export function mergeComments(pages: readonly { items: readonly Comment[] }[]): Comment[] {
  const byId = new Map<string, Comment>();
  for (const page of pages) for (const comment of page.items) byId.set(comment.id, comment);
  return [...byId.values()].sort((a, b) => compare(a.createdAt, b.createdAt) || compare(a.id, b.id));
}

function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}
