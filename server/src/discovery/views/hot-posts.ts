import { limits } from '../../../../contract/src/rules/limits.ts';
import { postTexts } from '../../posts/views/posts.ts';
import type { DiscoveryReads } from './discovery-reads.ts';

const chunk = 6;

export async function hotPosts(reads: DiscoveryReads, viewerUid: string): Promise<string[]> {
  const all = await reads.suggestions.posts();
  const owners = new Set<string>();
  const items: string[] = [];
  for (let from = 0; from < all.length && items.length < limits.hotPosts; from += chunk) {
    const ids = all.slice(from, from + chunk);
    const refs = ids.map((postId) => ({ postId, reposterUid: null }));
    const { texts } = await postTexts(reads, viewerUid, { refs }, { sees: 'feed' });
    const posts = await reads.posts.getMany(ids);
    for (const [i, id] of ids.entries()) {
      const [text, owner] = [texts[i], posts.get(id)?.fields.ownerUid];
      if (!text || !owner || owners.has(owner) || items.length === limits.hotPosts) continue;
      owners.add(owner);
      items.push(text);
    }
  }
  return items;
}
