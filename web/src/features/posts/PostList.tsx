import { Fragment, type ReactNode, useDeferredValue, useRef } from 'react';

import { PostCard } from './card/PostCard.tsx';
import { listKeyOf } from './lists/pending-posts.ts';
import { type PostPage, withoutRepeats } from './lists/post-pages.ts';
import { measurePage, pageHeight, usePageWindow } from './use-page-window.ts';

import styles from './PostList.module.css';

/** Nodes to render after some posts, by post id. */
export type Between = ReadonlyMap<string, ReactNode>;

type Props = {
  name: string;
  label: string;
  pages: readonly PostPage[];
  busy: boolean;
  between?: Between | undefined;
  pending?: readonly string[];
};

// A phone's screenful renders first, and the rest of a page in a second step.
const firstPosts = 4;
const usualHeight = 200;

const nonePending: readonly string[] = [];

export function PostList({ name, label, pages, busy, between, pending = nonePending }: Props) {
  const list = useRef<HTMLDivElement>(null);
  // A new page renders in small steps, so that it does not halt the scroll.
  const count = useDeferredValue(pages.length);
  const uniquePages = withoutRepeats(pages.slice(0, count));
  const keys = uniquePages.map(({ ids }) => `${name}:${ids[0] ?? ''}:${ids.length}`);
  const { first, last } = usePageWindow(list, keys);

  return (
    <div role="feed" aria-label={label} aria-busy={busy}>
      <div ref={list}>
        {/* oxlint-disable react/no-array-index-key -- a page keeps its elements when posts join it */}
        {uniquePages.map((page, i) => {
          const key = keys[i] ?? '';
          const height = pageHeight(key);
          return height !== null && (i < first || i > last) ? (
            <div key={i} className={styles.spacer} style={{ height }} />
          ) : (
            <Page
              key={i}
              name={key}
              page={page}
              between={between}
              pending={i === 0 ? pending : nonePending}
            />
          );
        })}
        {/* oxlint-enable react/no-array-index-key */}
      </div>
    </div>
  );
}

type PageProps = {
  name: string;
  page: PostPage;
  between: Between | undefined;
  pending: readonly string[];
};

function Page({ name, page, between, pending }: PageProps) {
  const ids = [...pending, ...page.ids];
  const isWhole = useDeferredValue(true, pageHeight(name) !== null);
  const missing = isWhole ? 0 : Math.max(0, ids.length - firstPosts);
  return (
    <div ref={measurePage(name)} className={styles.page}>
      {ids.slice(0, ids.length - missing).map((id) => (
        <Fragment key={listKeyOf(id)}>
          <PostCard id={id} pending={pending.includes(id)} repostedBy={page.reposters?.[id]} />
          {between?.get(id)}
        </Fragment>
      ))}
      {missing > 0 && <div className={styles.spacer} style={{ height: missing * usualHeight }} />}
    </div>
  );
}
