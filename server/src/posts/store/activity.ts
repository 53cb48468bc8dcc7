import type { PollKey } from '../../../../contract/src/calls/shapes.ts';
import { type Database, statement } from '../../platform/postgres/database.ts';

// These queries read every shard: for jobs and downloads only.

/** Rows per query; fewer means the last page. */
export const activityPage = 200;

export type Mark = { postId: string; at: Date };

const marksIn = (table: 'likes' | 'reposts') =>
  statement(
    `find-${table}-of-user`,
    `SELECT post_id AS "postId", created_at AS at FROM ${table} WHERE uid = $1 AND post_id > $2
     ORDER BY post_id LIMIT ${activityPage}`,
  );
const likes = marksIn('likes');
const reposts = marksIn('reposts');

export function findLikesOf(db: Database, uid: string, after: string): Promise<Mark[]> {
  return db.run<Mark>(likes, [uid, after]);
}

export function findRepostsOf(db: Database, uid: string, after: string): Promise<Mark[]> {
  return db.run<Mark>(reposts, [uid, after]);
}

const votes = statement(
  'find-votes-of-user',
  `SELECT post_id AS "postId", option_id AS option, created_at AS at FROM poll_votes WHERE uid = $1 AND post_id > $2
   ORDER BY post_id LIMIT ${activityPage}`,
);

export function findVotesOf(
  db: Database,
  uid: string,
  after: string,
): Promise<(Mark & { option: PollKey })[]> {
  return db.run<Mark & { option: PollKey }>(votes, [uid, after]);
}

const comments = statement(
  'find-comments-of-user',
  `SELECT id, post_id AS "postId", text, reply_to AS "replyTo", created_at AS at FROM comments WHERE uid = $1 AND id > $2
   ORDER BY id LIMIT ${activityPage}`,
);

export function findCommentsOf(db: Database, uid: string, after: string): Promise<OwnComment[]> {
  return db.run<OwnComment>(comments, [uid, after]);
}

type OwnComment = Mark & { id: string; text: string; replyTo: string | null };

const commentLikes = statement(
  'find-comment-likes-of-user',
  `SELECT comment_id AS id, post_id AS "postId", created_at AS at FROM comment_likes WHERE uid = $1 AND comment_id > $2
   ORDER BY comment_id LIMIT ${activityPage}`,
);

export function findCommentLikesOf(
  db: Database,
  uid: string,
  after: string,
): Promise<(Mark & { id: string })[]> {
  return db.run<Mark & { id: string }>(commentLikes, [uid, after]);
}

const uploads = statement(
  'find-uploads-of-user',
  `SELECT key, created_at AS at FROM uploads WHERE owner_uid = $1 AND purpose <> 'ad' AND key > $2
   ORDER BY key LIMIT ${activityPage}`,
);

/** Leaves out ad media, which belong to the site. */
export function findUploadsOf(
  db: Database,
  uid: string,
  after: string,
): Promise<{ key: string; at: Date }[]> {
  return db.run<{ key: string; at: Date }>(uploads, [uid, after]);
}

const reports = statement(
  'find-reports-of-user',
  `SELECT r.id, c.target_kind AS "targetKind", c.target_id AS "targetId", r.reason, r.note, r.at
   FROM reports r JOIN report_cases c ON c.id = r.case_id
   WHERE r.reporter_uid = $1 AND r.id > $2 ORDER BY r.id LIMIT ${activityPage}`,
);

type OwnReport = {
  id: string;
  targetKind: string;
  targetId: string;
  reason: string;
  note: string;
  at: Date;
};

export function findReportsOf(db: Database, uid: string, after: string): Promise<OwnReport[]> {
  return db.run<OwnReport>(reports, [uid, after]);
}

const acceptedTerms = statement(
  'find-accepted-terms',
  'SELECT accepted_tos_at AS at FROM users WHERE uid = $1',
);

export async function findAcceptedTerms(db: Database, uid: string): Promise<Date | null> {
  return (await db.run<{ at: Date | null }>(acceptedTerms, [uid]))[0]?.at ?? null;
}
