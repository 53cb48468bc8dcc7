import { Redirect, useParams } from 'wouter';

import { topicKey } from '../../../contract/src/rules/texts/topics.ts';
import { readComposer, typeDraft } from '../features/composer/composer-store.ts';
import { openWriteSheet } from '../features/composer/open-write-sheet.ts';
import { useFeature, useSession } from '../features/session/use-session.ts';
import { withTopic } from '../features/topics/topic-words.ts';
import { Topic } from '../features/topics/Topic.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { TitleBar } from '../ui/TitleBar.tsx';

export function TopicPage() {
  const { user, isAdmin } = useSession();
  const isOn = useFeature('temas');
  const { tag: tagParam = '' } = useParams();
  const tag = topicKey(tagParam);

  if (!isOn) return <Redirect to="/feed" replace />;
  if (tag === null)
    return (
      <>
        <TitleBar title="Tema" />
        <EmptyState>No encontramos ese tema.</EmptyState>
      </>
    );
  if (tag !== tagParam) return <Redirect to={`/tema/${encodeURIComponent(tag)}`} replace />;

  const write = (display: string) => {
    if (user) typeDraft(user.uid, { text: withTopic(readComposer(user.uid).draft.text, display) });
    openWriteSheet();
  };
  return <Topic key={tag} tag={tag} isAdmin={isAdmin} onWrite={write} />;
}
