import { Link } from 'wouter';

import { usePost } from '../../api/post-cache.ts';
import { Block, type BlockLook } from './Block.tsx';
import { hotCounts, hotLine } from './hot-line.ts';
import { useHotPosts } from './use-hot-posts.ts';

import styles from './Block.module.css';

export function HotPosts({ look }: { look: BlockLook }) {
  const list = useHotPosts();
  return (
    <Block title="Lo más charlado hoy" look={look} count={3} list={list}>
      {(ids) => ids.map((id) => <Row key={id} id={id} />)}
    </Block>
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
