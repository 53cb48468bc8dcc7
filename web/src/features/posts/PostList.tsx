import { Fragment, type ReactNode, useDeferredValue, useRef } from 'react';

import { PostCard } from './card/PostCard.tsx';
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
  children?: ReactNode;
};

/** A list of posts that renders only the pages near the viewport. */
export function PostList({ name, label, pages, busy, between, children }: Props) {
  const list = useRef<HTMLDivElement>(null);
  // A page that was added renders in small steps, so that it does not halt the scroll.
  const count = useDeferredValue(pages.length);
  const uniquePages = withoutRepeats(pages.slice(0, count));
  const keys = uniquePages.map(({ ids }) => `${name}:${ids[0] ?? ''}:${ids.length}`);
  const { first, last } = usePageWindow(list, keys);

  return (
    <div role="feed" aria-label={label} aria-busy={busy}>
      {children}
      <div ref={list}>
        {uniquePages.map((page, i) => {
          const key = keys[i] ?? '';
          const height = pageHeight(key);
          return height !== null && (i < first || i > last) ? (
            <div key={key} className={styles.spacer} style={{ height }} />
          ) : (
            <Page key={key} name={key} page={page} between={between} />
          );
        })}
      </div>
    </div>
  );
}

type PageProps = { name: string; page: PostPage; between: Between | undefined };

function Page({ name, page, between }: PageProps) {
  return (
    <div ref={measurePage(name)} className={styles.page}>
      {page.ids.map((id) => (
        <Fragment key={id}>
          <PostCard id={id} repostedBy={page.reposters?.[id]} />
          {between?.get(id)}
        </Fragment>
      ))}
    </div>
  );
}
