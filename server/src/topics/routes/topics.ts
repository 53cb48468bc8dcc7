import { foldLetters } from '../../../../contract/src/rules/texts/fold-letters.ts';
import type { Handlers } from '../../kernel/route.ts';
import type { Writes } from '../../kernel/writes.ts';
import { setTopic } from '../actions/set-topic.ts';
import { suggestedTopics, type TopicReads } from '../views/topic-suggestions.ts';

type Needs = { reads: TopicReads; writes: Writes };

export function topicRoutes({ reads, writes }: Needs): Handlers<'suggestTags' | 'adminSetTag'> {
  return {
    suggestTags: async ({ input: { q }, session }) => ({
      items: await suggestedTopics(reads, session.uid, foldLetters(q)),
    }),
    adminSetTag: async ({ input, session }) => ({ topic: await setTopic(writes, session.uid, input) }),
  };
}
