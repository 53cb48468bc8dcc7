export type ReportTarget = { postId: string; commentId?: string } | { uid: string };
