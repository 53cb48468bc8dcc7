import type { ViewerState } from '../../../../contract/src/calls/shapes.ts';
import { SieveCache } from '../../platform/concurrency/sieve-cache.ts';
import type { LastTexts, PostList, PostParts } from './hydrate-posts.ts';
import { joinPost, plainText } from './post-text.ts';
import { noMarks } from './viewer-states.ts';

/** A post as one viewer sees it. */
export type ShownPost = PostParts & {
  readonly marks: ViewerState;
  readonly isClosed: boolean;
  readonly quoted: ShownPost | null;
  readonly repostedBy: string | null;
};

/** `joined`: all of them with commas between, where that text is kept; none is null then. */
export type PageTexts = { readonly texts: readonly (string | null)[]; readonly joined: string | null };

const joinedBytes = 16 * 1024 * 1024;
const joinedTexts = new SieveCache<string>({ max: joinedBytes, sizeOf: ({ length }) => length });
let keys = 0;

/**
 * A list that is read often keeps its texts, until a post, an author or a mark on it is another object. When
 * they are asked for again, it keeps them joined as well: joining ten posts costs as much as finding them.
 */
export function pageTexts(list: PostList, page: readonly (ShownPost | null)[]): PageTexts {
  // A list for everybody keeps the texts of viewers without marks.
  if (!list.places || !(list.isOwn || page.every(isUnmarked)))
    return { texts: page.map(textOf), joined: null };
  const inputs: unknown[] = [];
  for (const post of page) addInputs(post, inputs);
  const { last } = list;
  if (last && isSame(last.inputs, inputs)) return { texts: last.texts, joined: joinedOf(last) };
  if (last) joinedTexts.delete(last.key);
  list.last = { key: String(++keys), inputs, texts: page.map(textOf), joined: null };
  return { texts: list.last.texts, joined: null };
}

function joinedOf(last: LastTexts): string | null {
  const joined = last.joined && joinedTexts.current(last.joined);
  if (joined || last.texts.includes(null)) return joined ?? null;
  const text = last.texts.join();
  joinedTexts.set(last.key, text);
  last.joined = joinedTexts.entry(last.key) ?? null;
  return text;
}

function isSame(one: readonly unknown[], other: readonly unknown[]): boolean {
  if (one.length !== other.length) return false;
  for (let i = 0; i < one.length; i++) if (one[i] !== other[i]) return false;
  return true;
}

function isUnmarked(post: ShownPost | null): boolean {
  return post === null || (post.marks === noMarks && isUnmarked(post.quoted));
}

function addInputs(shown: ShownPost | null, inputs: unknown[]): void {
  if (shown === null) return void inputs.push(null);
  const { post, author, marks, isClosed, quoted, repostedBy } = shown;
  inputs.push(plainText(post, author), marks, isClosed, repostedBy);
  addInputs(quoted, inputs);
}

function textOf(shown: ShownPost | null): string | null {
  return shown && joinPost({ ...shown, quoted: textOf(shown.quoted) });
}
