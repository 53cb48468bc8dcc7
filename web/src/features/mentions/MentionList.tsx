import type { RefObject } from 'react';

import { displayHandle } from '../../../../contract/src/rules/handles.ts';
import { Avatar } from '../../ui/Avatar.tsx';
import { useFeature } from '../session/use-session.ts';
import { CompletionList } from './CompletionList.tsx';
import type { Typed } from './typed-at.ts';
import { useSuggestions } from './use-suggestions.ts';
import { useTopicSuggestions } from './use-topic-suggestions.ts';
import { useTyped } from './use-typed.ts';

import styles from './CompletionList.module.css';

type Props = { box: RefObject<HTMLTextAreaElement | null>; typed: Typed; onClose: () => void };

export function MentionList({ box }: Pick<Props, 'box'>) {
  const [typed, dismiss] = useTyped(box);
  const hasTopics = useFeature('temas');
  if (!typed) return null;
  if (typed.kind === 'mention') return <People box={box} typed={typed} onClose={dismiss} />;
  return hasTopics && <Topics box={box} typed={typed} onClose={dismiss} />;
}

function People({ box, typed, onClose }: Props) {
  const items = useSuggestions(typed.typed).map(({ uid, handle, displayName, avatar }) => ({
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
  return <List box={box} typed={typed} onClose={onClose} label="Menciones" items={items} />;
}

function Topics({ box, typed, onClose }: Props) {
  const items = useTopicSuggestions(typed.typed).map(({ tag, text, display, people7d }) => ({
    key: tag,
    text,
    content: (
      <span className={styles.names}>
        <span className={styles.name}>#{display}</span>
        <span className={styles.detail}>
          {people7d === 1 ? '1 persona' : `${people7d} personas`} en 7 días
        </span>
      </span>
    ),
  }));
  return <List box={box} typed={typed} onClose={onClose} label="Temas" items={items} />;
}

type ListProps = Props & Pick<Parameters<typeof CompletionList>[0], 'label' | 'items'>;

function List({ typed: { start }, items, ...props }: ListProps) {
  const key = items.map((item) => item.key).join();
  return items.length === 0 ? null : <CompletionList key={key} start={start} items={items} {...props} />;
}
