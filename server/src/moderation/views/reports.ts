import type { Output } from '../../../../contract/src/calls/all.ts';
import type { ReportCase } from '../../../../contract/src/calls/reports.ts';
import { limits } from '../../../../contract/src/rules/limits.ts';
import type { ReportState } from '../../../../contract/src/rules/reports.ts';
import { lastId } from '../../kernel/ids.ts';
import { findUsers, type UserRow } from '../../people/store/users.ts';
import type { PeopleReads } from '../../people/views/people-reads.ts';
import type { Database } from '../../platform/postgres/database.ts';
import { findComment } from '../../posts/store/comments.ts';
import { findPosts } from '../../posts/store/posts.ts';
import { type CaseAdmin, excludedAuthor } from '../store/own-cases.ts';
import {
  countAuthorReports,
  countReportReasons,
  countWaitingReports,
  findReportCase,
  findReportCases,
  findReportHistory,
  findReports,
  type ReportCaseRow,
  type ReportedContent,
} from '../store/reports.ts';

type ReportPage = Omit<Output<'adminListReports'>, 'cursor'> & { next: string | null };

type FileReads = Pick<PeopleReads, 'db' | 'mediaUrls'>;

/** Those that the admin may see, newest first; without a state, the undecided ones. */
export async function reportPage(
  { db, mediaUrls }: FileReads,
  admin: CaseAdmin,
  state: ReportState | undefined,
  after: string | null,
): Promise<ReportPage> {
  const excluded = await excludedAuthor(db, admin);
  const [rows, waiting] = await Promise.all([
    findReportCases(db, state ? [state] : ['new', 'reviewing'], after ?? lastId, excluded),
    countWaitingReports(db, excluded),
  ]);
  const page = rows.slice(0, limits.reportsPage);
  const next = rows.length > page.length ? (page.at(-1)?.id ?? null) : null;
  return { items: await reportViews({ db, mediaUrls }, page), next, waiting };
}

export async function reportView({ db, mediaUrls }: FileReads, id: string): Promise<ReportCase | null> {
  const row = await findReportCase(db, id);
  return row && ((await reportViews({ db, mediaUrls }, [row]))[0] ?? null);
}

async function reportViews(
  { db, mediaUrls }: FileReads,
  cases: readonly ReportCaseRow[],
): Promise<ReportCase[]> {
  const ids = cases.map(({ id }) => id);
  const [reports, reasons, records, history, texts] = await Promise.all([
    findReports(db, ids),
    countReportReasons(db, ids),
    countAuthorReports(db, ids),
    findReportHistory(db, ids),
    currentTexts(db, cases),
  ]);
  const people = await findUsersById(db, [
    ...cases.map((row) => row.author_uid),
    ...reports.map((row) => row.reporter_uid),
    ...history.map((row) => row.admin_uid),
  ]);
  return cases.map((row) => {
    const { target_kind: kind, target_id: targetId, content } = row;
    const author = people.get(row.author_uid);
    const isOfCase = ({ case_id }: { case_id: string }) => case_id === row.id;
    const record = records.find(isOfCase);
    const text = kind === 'profile' ? author?.bio : texts.get(targetId);
    return {
      id: row.id,
      state: row.state,
      kind,
      postId: kind === 'post' ? targetId : row.post_id,
      commentId: kind === 'comment' ? targetId : null,
      author: {
        uid: row.author_uid,
        ...content.author,
        suspended: author?.suspended ?? false,
        isThere: author !== undefined,
        upheld: record?.upheld ?? 0,
        dismissed: record?.dismissed ?? 0,
      },
      content: contentView(content, mediaUrls),
      ...(content.newest && {
        newestContent: { ...contentView(content.newest, mediaUrls), ...content.newest.author },
      }),
      isThere: text !== undefined,
      textNow: text === undefined || text === content.text ? null : text,
      reporters: row.reporters,
      reasons: reasons.filter(isOfCase).map(({ reason, count }) => ({ reason, count })),
      firstAt: row.first_at.toISOString(),
      lastAt: row.last_at.toISOString(),
      reports: reports.filter(isOfCase).map(({ reason, note, at, reporter_uid, email }) => ({
        reason,
        note,
        at: at.toISOString(),
        reporter: personOf(people, reporter_uid),
        email,
      })),
      history: history.filter(isOfCase).map(({ at, admin_uid, state, note }) => ({
        at: at.toISOString(),
        admin: personOf(people, admin_uid),
        state,
        note,
      })),
    };
  });
}

function contentView(
  { text, link, media, attachments, poll, createdAt }: ReportedContent,
  mediaUrls: FileReads['mediaUrls'],
): ReportCase['content'] {
  return {
    text,
    link,
    media: media && { url: mediaUrls.of(media.key), type: media.type },
    ...(attachments && {
      attachments: attachments.map(({ key, type, alt }) => ({ url: mediaUrls.of(key), type, alt })),
    }),
    poll,
    createdAt,
  };
}

// By post or comment id; deleted ones are left out.
async function currentTexts(
  db: Database,
  cases: readonly ReportCaseRow[],
): Promise<ReadonlyMap<string, string>> {
  const idsOf = (kind: ReportCaseRow['target_kind']) => cases.filter((row) => row.target_kind === kind);
  const [posts, comments] = await Promise.all([
    findPosts(
      db,
      idsOf('post').map((row) => row.target_id),
      'posts',
    ),
    Promise.all(idsOf('comment').map((row) => findComment(db, row.post_id ?? '', row.target_id))),
  ]);
  const contents = [...posts, ...comments.filter((comment) => comment !== null)];
  return new Map(contents.map(({ id, text }) => [id, text]));
}

async function findUsersById(
  db: Database,
  uids: readonly (string | null)[],
): Promise<ReadonlyMap<string, UserRow>> {
  const distinct = [...new Set(uids.filter((uid) => uid !== null))];
  return new Map((await findUsers(db, distinct)).map((user) => [user.uid, user]));
}

function personOf(people: ReadonlyMap<string, UserRow>, uid: string | null) {
  const user = uid === null ? undefined : people.get(uid);
  return user ? { uid: user.uid, displayName: user.display_name, handle: user.handle } : null;
}
