import { Suspense, useEffect } from 'react';

import { changeDocumentTitle } from '../../ui/browser/document-title.ts';
import { Button } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { LoadMore } from '../../ui/LoadMore.tsx';
import { optionalPart } from '../../ui/optional-part.ts';
import { TitleBar } from '../../ui/TitleBar.tsx';
import { PostSkeletons } from '../posts/card/PostSkeleton.tsx';
import { NewPostsPill } from '../posts/NewPostsPill.tsx';
import { PostList } from '../posts/PostList.tsx';
import { topicCounts } from './topic-words.ts';
import { useTopic } from './use-topic.ts';

import styles from './Topic.module.css';

const TopicAdmin = optionalPart(async () => (await import('./TopicAdmin.tsx')).TopicAdmin);

type Props = { tag: string; isAdmin: boolean; onWrite: (display: string) => void };

export function Topic({ tag, isAdmin, onWrite }: Props) {
  const { list, pages, topic, newPosts, showNew } = useTopic(tag);
  const display = topic?.display ?? tag;
  useEffect(() => changeDocumentTitle({ title: `#${display}` }), [display]);
  const isEmpty = pages?.every(({ ids }) => ids.length === 0) === true && !list.hasNextPage;
  return (
    <>
      <TitleBar title={<span className={styles.title}>#{display}</span>} />
      <div className={styles.head}>
        <p className={styles.counts}>{topic && !isEmpty && topicCounts(topic)}</p>
        <Button className={styles.write} onClick={() => onWrite(display)}>
          Escribir sobre #{display}
        </Button>
        {topic && isAdmin && (
          <Suspense>
            <TopicAdmin topic={topic} />
          </Suspense>
        )}
      </div>
      <NewPostsPill
        count={newPosts}
        onShow={() => {
          showNew();
          scrollTo({ top: 0 });
        }}
      />
      {list.isPending && <PostSkeletons count={5} />}
      {list.isError && !pages && (
        <ErrorState onRetry={() => void list.refetch()} busy={list.isFetching}>
          No se pudo cargar.
        </ErrorState>
      )}
      {pages && !isEmpty && (
        <PostList name={`tema ${tag}`} label={`#${display}`} pages={pages} busy={list.isFetchingNextPage} />
      )}
      {isEmpty && <EmptyState>Todavía no hay publicaciones con #{tag}.</EmptyState>}
      <LoadMore list={list} />
    </>
  );
}
