import { entries, listeners } from '../../../api/post-cache.ts';
import { queryClient } from '../../../api/query-client.ts';
import { postKey } from '../../../api/query-keys.ts';
import type { PostPage } from './post-pages.ts';

const everyMs = 10 * 60_000;

/** A page that stays open for days reads thousands of posts: those that it no longer needs go. */
export function freePostsRegularly(): void {
  let before = new Set<string>();
  setInterval(() => {
    const keptIds = idsInQueries();
    const idleIds = [...entries.keys()].filter((id) => !keptIds.has(id) && isIdle(id));
    // One that was just read may be listed in a moment.
    for (const id of idleIds) if (before.has(id)) entries.delete(id);
    before = new Set(idleIds);
  }, everyMs);
}

/** Nobody shows it, and no command changes it. */
function isIdle(id: string): boolean {
  return !listeners.has(id) && !Object.values(entries.get(id)?.overlays ?? {}).some(Boolean);
}

function idsInQueries(): Set<string> {
  const [detail] = postKey();
  return new Set(
    queryClient
      .getQueryCache()
      .getAll()
      .flatMap(({ queryKey, state }) => {
        if (queryKey[0] === detail) return [String(queryKey[1])];
        const data = state.data as Partial<PostPage & { pages: Partial<PostPage>[] }> | undefined;
        return [data, ...(data?.pages ?? [])].flatMap((page) => page?.ids ?? []);
      }),
  );
}
