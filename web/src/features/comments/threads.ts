import type { Comment } from '../../../../contract/src/calls/shapes.ts';

/** `root` is null when the viewer may not see the comment that the replies answer. */
export type Thread = {
  readonly id: string;
  readonly root: Comment | null;
  readonly replies: readonly Comment[];
};

/** Leaves out deleted comments without replies, except those that the user is answering. */
export function threadsOf(
  comments: readonly Comment[],
  answering: Pick<ReadonlySet<string>, 'has'>,
): Thread[] {
  const threads = new Map<string, { id: string; root: Comment | null; replies: Comment[] }>();
  for (const comment of comments) {
    const id = comment.rootId ?? comment.id;
    const thread = threads.get(id) ?? { id, root: null, replies: [] };
    if (comment.rootId === undefined) thread.root = comment;
    else if (!comment.deleted || answering.has(comment.id)) thread.replies.push(comment);
    threads.set(id, thread);
  }
  return [...threads.values()].filter(
    ({ id, root, replies }) => replies.length > 0 || (root !== null && (!root.deleted || answering.has(id))),
  );
}

export const repliesShown = 3;

export function moreReplies(count: number): string {
  return count === 1 ? 'Ver 1 respuesta más' : `Ver ${count} respuestas más`;
}
