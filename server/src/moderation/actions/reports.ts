import type { Input } from '../../../../contract/src/calls/all.ts';
import { Problem } from '../../../../contract/src/problem.ts';
import { normaliseEmail } from '../../../../contract/src/rules/email.ts';
import { type ContentRef, contentAt } from '../../../../contract/src/rules/report-address.ts';
import { reportNote, type ReportReason } from '../../../../contract/src/rules/reports.ts';
import { isId, newId } from '../../kernel/ids.ts';
import type { Writes } from '../../kernel/writes.ts';
import { profileNotFound } from '../../people/actions/profile-not-found.ts';
import { findUidByName } from '../../people/store/handles.ts';
import { findUsers, isHidden, type UserRow } from '../../people/store/users.ts';
import type { Database } from '../../platform/postgres/database.ts';
import { commentNotFound } from '../../posts/actions/comment-removal.ts';
import { postNotFound } from '../../posts/actions/open-post.ts';
import { findComment } from '../../posts/store/comments.ts';
import { findPostOwner, findPosts } from '../../posts/store/posts.ts';
import { insertReport, openReportCase, type ReportedContent, type ReportTarget } from '../store/reports.ts';

type Target = { postId?: string; commentId?: string; uid?: string };
type Subject = { target: ReportTarget; content: ReportedContent };
/** Visitors may leave an e-mail address for the answer. */
type Reporter = { uid: string | null; email: string | null };

/**
 * Stores a copy of the current content.
 * @returns false when this user already has an undecided report of it
 */
export async function reportContent(
  writes: Writes,
  uid: string,
  { reason, note = '', ...target }: Input<'reportContent'>,
): Promise<boolean> {
  const subject = await findSubject(writes.db, target);
  return writeReport(writes, subject, { uid, email: null }, { reason, note });
}

/**
 * Returns the same as `reportContent`, but always true to visitors: the answer must not reveal what exists.
 */
export async function sendPublicReport(
  writes: Writes,
  uid: string | null,
  siteUrl: string,
  input: Input<'sendPublicReport'>,
): Promise<boolean> {
  const { url, reason, note } = input;
  const address = input.email?.trim() ?? '';
  const email = address === '' ? null : normaliseEmail(address);
  if (address !== '' && email === null) throw new Problem('auth/invalid-email');
  const target = contentAt(url, siteUrl);
  if (!target)
    throw new Problem('invalid-argument', 'Esa dirección no es de una publicación ni de un perfil.');
  const send = async (reporter: Reporter) => {
    const subjectTarget = 'handle' in target ? await ownerOf(writes.db, target.handle) : target;
    return writeReport(writes, await findSubject(writes.db, subjectTarget), reporter, { reason, note });
  };
  if (uid !== null) return send({ uid, email: null });
  try {
    await send({ uid, email });
  } catch (error) {
    // A visitor must not learn whether an author opted out or does not exist.
    const isInvisible = error instanceof Problem && error.code === 'not-found' && isPossible(target);
    if (!isInvisible) throw error;
  }
  return true;
}

function isPossible(target: ContentRef): boolean {
  if ('handle' in target) return true;
  if ('uid' in target) return isId(target.uid);
  return isId(target.postId) && (target.commentId === undefined || isId(target.commentId));
}

async function writeReport(
  { transaction }: Writes,
  { target, content }: Subject,
  reporter: Reporter,
  { reason, note }: { reason: ReportReason; note: string },
): Promise<boolean> {
  if (target.authorUid === reporter.uid)
    throw new Problem('invalid-argument', 'No podés reportar algo tuyo.');
  return transaction(async (tx) => {
    const { at } = tx;
    const caseId = await openReportCase(tx, { id: newId(at), target, content, at });
    return insertReport(tx, {
      id: newId(at),
      caseId,
      reporterUid: reporter.uid,
      email: reporter.email,
      reason,
      note: reportNote(note),
      content,
      at,
    });
  });
}

async function ownerOf(db: Database, handle: string): Promise<Target> {
  const uid = await findUidByName(db, handle);
  if (uid === null) throw profileNotFound();
  return { uid };
}

async function findSubject(db: Database, { postId, commentId, uid }: Target): Promise<Subject> {
  if (uid !== undefined && postId === undefined && commentId === undefined)
    return findReportedProfile(db, uid);
  if (postId === undefined || uid !== undefined) throw new Problem('invalid-argument');
  return commentId === undefined ? findReportedPost(db, postId) : findReportedComment(db, postId, commentId);
}

async function findReportedPost(db: Database, postId: string): Promise<Subject> {
  const [post] = isId(postId) ? await findPosts(db, [postId], 'posts') : [];
  if (!post) throw postNotFound();
  const { media_key: key, media_type: type, poll } = post;
  return {
    target: { kind: 'post', id: post.id, postId: null, authorUid: post.owner_uid },
    content: {
      text: post.text,
      link: post.link,
      media: key !== null && type !== null ? { key, type } : null,
      ...(post.attachments && {
        attachments: post.attachments.map(({ key: file, type: kind, alt }) => ({
          key: file,
          type: kind,
          alt,
        })),
      }),
      poll: poll ? poll.order.map((option) => poll.options[option] ?? '') : [],
      createdAt: post.created_at.toISOString(),
      author: namesOf(await visibleUser(db, post.owner_uid, postNotFound)),
    },
  };
}

async function findReportedComment(db: Database, postId: string, commentId: string): Promise<Subject> {
  const comment = isId(postId) && isId(commentId) ? await findComment(db, postId, commentId) : null;
  const owner = comment && (await findPostOwner(db, postId));
  if (!comment || owner === null) throw commentNotFound();
  await visibleUser(db, owner, commentNotFound);
  return {
    target: { kind: 'comment', id: comment.id, postId, authorUid: comment.uid },
    content: {
      ...textOnly(comment.text, comment.created_at),
      author: namesOf(await visibleUser(db, comment.uid, commentNotFound)),
    },
  };
}

async function findReportedProfile(db: Database, uid: string): Promise<Subject> {
  if (!isId(uid)) throw profileNotFound();
  const user = await visibleUser(db, uid, profileNotFound);
  return {
    target: { kind: 'profile', id: uid, postId: null, authorUid: uid },
    content: { ...textOnly(user.bio, user.created_at), author: namesOf(user) },
  };
}

function textOnly(text: string, at: Date): Omit<ReportedContent, 'author'> {
  return { text, link: null, media: null, poll: [], createdAt: at.toISOString() };
}

function namesOf({ display_name, handle }: UserRow): ReportedContent['author'] {
  return { displayName: display_name, handle };
}

async function visibleUser(db: Database, uid: string, notFound: () => Problem): Promise<UserRow> {
  const [user] = await findUsers(db, [uid]);
  if (!user || isHidden(user)) throw notFound();
  return user;
}
