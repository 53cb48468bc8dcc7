import { argentine } from '../../../../contract/src/rules/counters.ts';
import { limits } from '../../../../contract/src/rules/limits.ts';
import { codePoints } from '../../../../contract/src/rules/text.ts';
import { splitText } from '../../../../contract/src/rules/texts/split-text.ts';
import { topicKey } from '../../../../contract/src/rules/texts/topics.ts';

export function topicCounts({ posts7d, people7d }: { posts7d: number; people7d: number }): string {
  const posts = posts7d === 1 ? '1 publicación' : `${argentine(posts7d)} publicaciones`;
  const people = people7d === 1 ? '1 persona' : `${argentine(people7d)} personas`;
  return `${posts} de ${people} en 7 días`;
}

/** Unchanged if the text has the topic or no room for it. */
export function withTopic(text: string, display: string): string {
  const key = topicKey(display);
  if (splitText(text).some((part) => part.kind === 'topic' && part.key === key)) return text;
  const more = `${text.trimEnd()} #${display} `.trimStart();
  return codePoints(more.trimEnd()) > limits.postText ? text : more;
}
