import type { ViewerState } from '../../../../contract/src/calls/shapes.ts';
import { type AnswerSlot, BoundedSlot } from '../../kernel/page-text.ts';
import { hasExclusions } from '../../people/views/exclusions.ts';
import type { CachedProfile } from '../../people/views/profiles.ts';
import { absent } from '../../platform/concurrency/batch-cache.ts';
import { andThen, type MaybePromise } from '../../platform/concurrency/maybe-promise.ts';
import { Snapshot } from '../../platform/concurrency/sieve-cache.ts';
import type { HydratedPost, KeptPage, PostList, PostParts } from './hydrate-posts.ts';
import type { CachedPost } from './post-cache.ts';
import { closedToComments } from './post-controls.ts';
import type { PostReads } from './post-reads.ts';
import { joinPost } from './post-text.ts';
import { idsOfPage, noMarks } from './viewer-states.ts';

/** A post as one viewer sees it. */
export type ShownPost = PostParts & {
  readonly marks: ViewerState;
  readonly isClosed: boolean;
  readonly quoted: ShownPost | null;
  readonly repostedBy: string | null;
};

/** `slot`: for the answer with these texts; none is null then. */
export type PageTexts = {
  readonly texts: readonly (string | null)[];
  readonly slot: AnswerSlot | null;
};

/** Null when something that the texts depend on may be different for this viewer. */
export function keptTexts(
  reads: PostReads,
  viewerUid: string,
  kept: KeptPage,
): MaybePromise<PageTexts | null> {
  const { posts, authors, viewers } = reads;
  if (!posts.holds(kept.posts) || !authors.holds(kept.people)) return null;
  const hasSameMarks =
    kept.marksVersion === null
      ? viewers.hasNoMarksAmong(viewerUid, kept.ids)
      : viewers.versionOf(viewerUid) === kept.marksVersion;
  if (!hasSameMarks || hasExclusions(reads, viewerUid) !== false) return null;
  if (kept.limitedPosts.length === 0) return kept;
  return andThen(closedToComments(reads, viewerUid, kept.limitedPosts), (closedIds) =>
    closedIds.symmetricDifference(kept.closedIds).size > 0 ? null : kept,
  );
}

type PageToKeep = Pick<KeptPage, 'texts' | 'closedIds'> & {
  readonly ids: readonly string[];
  readonly hydrated: readonly (HydratedPost | null)[];
  readonly page: readonly (ShownPost | null)[];
  /** That of the viewer's marks before they were read. */
  readonly marksVersion: number | undefined;
};

/** For a list with places, read by a viewer who excludes nobody. */
export function keepTexts(list: PostList, made: PageToKeep): void {
  const { hydrated, page, texts, ids, closedIds, marksVersion = null } = made;
  const isOwn = list.isOwn ?? false;
  if (!list.places || !(isOwn ? marksVersion !== null : page.every(isUnmarked))) return;
  const rows = hydrated.filter((row) => row !== null);
  if (list.kept?.slot) list.kept.slot.answer = undefined;
  const places = partsOf(list.places);
  const parts = partsOf(hydrated.map(rowOf));
  list.kept = {
    slot: texts.includes(null) ? null : new BoundedSlot(),
    posts: new Snapshot(places.posts, parts.posts),
    people: new Snapshot(places.people, parts.people),
    ids: idsOfPage(ids),
    marksVersion: isOwn ? marksVersion : null,
    limitedPosts: rows.filter(isLimited),
    closedIds,
    texts,
  };
}

type Row<Post, Person> = {
  readonly post: Post;
  /** Null for a post that does not exist. */
  readonly author: Person | null;
  readonly quoted: { readonly post: Post; readonly author: Person | null } | null;
  readonly reposter: Person | null | undefined;
};

const absentPost: Row<CachedPost, CachedProfile> = {
  post: absent,
  author: null,
  quoted: null,
  reposter: null,
};

function rowOf(row: HydratedPost | null): Row<CachedPost, CachedProfile> {
  if (row === null) return absentPost;
  return row.quoted === null && row.post.fields.quoteOf !== null ? { ...row, quoted: absentPost } : row;
}

function partsOf<Post, Person>(rows: readonly Row<Post, Person>[]): { posts: Post[]; people: Person[] } {
  const posts: Post[] = [];
  const people: Person[] = [];
  for (const { post, author, quoted, reposter } of rows) {
    posts.push(post);
    if (author) people.push(author);
    if (quoted) {
      posts.push(quoted.post);
      if (quoted.author) people.push(quoted.author);
    }
    if (reposter) people.push(reposter);
  }
  return { posts, people };
}

function isLimited({ post, quoted }: HydratedPost): boolean {
  return post.fields.commentPolicy !== undefined || quoted?.post.fields.commentPolicy !== undefined;
}

function isUnmarked(post: ShownPost | null): boolean {
  return post === null || (post.marks === noMarks && isUnmarked(post.quoted));
}

export function textOf(shown: ShownPost | null): string | null {
  return shown && joinPost(shown, textOf(shown.quoted));
}
