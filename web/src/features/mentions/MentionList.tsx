import type { RefObject } from 'react';

import { argentine } from '../../../../contract/src/rules/counters.ts';
import { displayHandle } from '../../../../contract/src/rules/handles.ts';
import { Avatar } from '../../ui/Avatar.tsx';
import { useFeature } from '../session/use-session.ts';
import type { CompletionQuery } from './completion-query.ts';
import { CompletionList } from './CompletionList.tsx';
import { useCompletionQuery } from './use-completion-query.ts';
import { useSuggestions } from './use-suggestions.ts';
import { useTopicSuggestions } from './use-topic-suggestions.ts';

import styles from './CompletionList.module.css';

type Props = { box: RefObject<HTMLTextAreaElement | null>; query: CompletionQuery; onClose: () => void };

export function MentionList({ box }: Pick<Props, 'box'>) {
  const [query, dismiss] = useCompletionQuery(box);
  const hasTopics = useFeature('temas');
  if (!query) return null;
  if (query.kind === 'mention') return <People box={box} query={query} onClose={dismiss} />;
  return hasTopics && <Topics box={box} query={query} onClose={dismiss} />;
}

function People({ box, query, onClose }: Props) {
  const items = useSuggestions(query.prefix).map(({ uid, handle, displayName, avatar }) => ({
    key: uid,
    text: `@${handle}`,
    content: (
      <>
        <Avatar src={avatar} name={displayName} uid={uid} size={32} />
        <span className={styles.names}>
          <span className={styles.name}>{displayName}</span>
          <span className={styles.detail}>{displayHandle(handle)}</span>
        </span>
      </>
    ),
  }));
  return <List box={box} query={query} onClose={onClose} label="Menciones" items={items} />;
}

function Topics({ box, query, onClose }: Props) {
  const items = useTopicSuggestions(query.prefix).map(({ tag, text, display, people7d }) => ({
    key: tag,
    text,
    content: (
      <span className={styles.names}>
        <span className={styles.name}>#{display}</span>
        <span className={styles.detail}>
          {people7d === 1 ? '1 persona' : `${argentine(people7d)} personas`} en 7 días
        </span>
      </span>
    ),
  }));
  return <List box={box} query={query} onClose={onClose} label="Temas" items={items} />;
}

type ListProps = Props & Pick<Parameters<typeof CompletionList>[0], 'label' | 'items'>;

function List({ query: { start }, items, ...props }: ListProps) {
  const key = items.map((item) => item.key).join();
  return items.length === 0 ? null : <CompletionList key={key} start={start} items={items} {...props} />;
}
