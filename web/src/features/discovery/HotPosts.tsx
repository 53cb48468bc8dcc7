import { Link } from 'wouter';

import { usePost } from '../../api/post-cache.ts';
import { hotCounts, hotLine } from './hot-line.ts';
import { TitledList, type ListLook } from './TitledList.tsx';
import { useHotPosts } from './use-hot-posts.ts';

import styles from './TitledList.module.css';

export function HotPosts({ look }: { look: ListLook }) {
  const list = useHotPosts();
  return (
    <TitledList title="Lo más charlado hoy" look={look} count={3} list={list}>
      {(ids) => ids.map((id) => <Row key={id} id={id} />)}
    </TitledList>
  );
}

function Row({ id }: { id: string }) {
  const post = usePost(id);
  if (!post) return null;
  return (
    <li className={styles.row}>
      <Link href={`/p/${id}`} className={styles.body}>
        <span className={styles.small} dir="auto">
          {post.authorName}
        </span>
        <span className={styles.text} dir="auto">
          {hotLine(post)}
        </span>
        <span className={styles.small}>{hotCounts(post)}</span>
      </Link>
    </li>
  );
}
