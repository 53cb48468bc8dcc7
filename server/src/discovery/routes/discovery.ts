import { bytesOf } from '../../kernel/bytes.ts';
import { type Handlers, JsonText } from '../../kernel/route.ts';
import type { Writes } from '../../kernel/writes.ts';
import { profileText } from '../../people/views/profiles.ts';
import type { DiscoveryReads } from '../views/discovery-reads.ts';
import { hotPosts } from '../views/hot-posts.ts';
import { suggestedPeople } from '../views/suggested-people.ts';

type Needs = { reads: DiscoveryReads; writes: Writes };

export function discoveryRoutes({ reads, writes }: Needs): Handlers<'getSuggestedPeople' | 'getHotPosts'> {
  return {
    getSuggestedPeople: async ({ input: { club }, session }) => {
      const { items, followsOthers } = await suggestedPeople(reads, session.uid, {
        club,
        now: writes.now(),
      });
      const texts = items.map(
        ({ person, reason }) =>
          `{"profile":${profileText(person)},"reason":${bytesOf(JSON.stringify(reason))}}`,
      );
      return new JsonText(`{"items":[${texts.join(',')}],"followsOthers":${followsOthers}}`);
    },
    getHotPosts: async ({ session }) =>
      new JsonText(`{"items":[${(await hotPosts(reads, session.uid)).join(',')}]}`),
  };
}
