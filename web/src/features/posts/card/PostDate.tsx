import { writtenDate } from '../../../../../contract/src/rules/written-date.ts';
import { usePost } from '../../../api/post-cache.ts';
import { PostTime } from '../../../ui/PostTime.tsx';
import { EditedMark } from './EditedMark.tsx';

import styles from './PostCard.module.css';

export function PostDate({ id }: { id: string }) {
  const post = usePost(id);
  return (
    post && (
      <div className={styles.date}>
        <PostTime at={post.createdAt} age={writtenDate} />
        <EditedMark at={post.editedAt} />
      </div>
    )
  );
}
