/** What is reported: a post, a comment on one, or a profile. */
export type ReportTarget = { postId: string; commentId?: string } | { uid: string };
