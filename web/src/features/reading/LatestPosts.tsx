import { useQuery } from '@tanstack/react-query';

import { type LatestPost, latestPostsPath } from '../../../../contract/src/latest-posts.ts';
import { displayHandle } from '../../../../contract/src/rules/handles.ts';
import { latestPostsKey } from '../../api/query-keys.ts';
import { Avatar } from '../../ui/Avatar.tsx';

import styles from './LatestPosts.module.css';

const list = {
  queryKey: latestPostsKey(),
  queryFn: async ({ signal }: { signal: AbortSignal }): Promise<LatestPost[]> => {
    const answer = await fetch(latestPostsPath, { signal });
    if (!answer.ok) throw new Error(`${latestPostsPath} answered ${answer.status}`);
    return (await answer.json()) as LatestPost[];
  },
  staleTime: 60_000,
  retry: false,
};

/** A decoration: without an answer it shows nothing. */
export function LatestPosts() {
  const { data = [] } = useQuery(list);
  return (
    <ul className={styles.list} aria-label="Lo último en el tablón" hidden={data.length === 0}>
      {data.map(({ id, uid, name, handle, avatar, line }) => (
        <li key={id}>
          {/* The server's page: the app shows posts to members only. */}
          <a href={`/p/${id}`} className={styles.post}>
            <Avatar src={avatar} name={name} uid={uid} size={36} />
            <span className={styles.words}>
              <span className={styles.who} dir="auto">
                <b>{name}</b>{' '}
                {handle !== '' && <span className={styles.handle}>{displayHandle(handle)}</span>}
              </span>
              <span className={styles.line} dir="auto">
                {line}
              </span>
            </span>
          </a>
        </li>
      ))}
    </ul>
  );
}
