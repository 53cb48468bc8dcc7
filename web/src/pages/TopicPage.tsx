import { Suspense } from 'react';
import { Redirect, useParams } from 'wouter';

import { topicKey } from '../../../contract/src/rules/texts/topics.ts';
import { readComposer, typeDraft } from '../features/composer/composer-store.ts';
import { openWriteSheet } from '../features/composer/open-write-sheet.ts';
import { useFeature, useSession } from '../features/session/use-session.ts';
import { withTopic } from '../features/topics/topic-words.ts';
import { Topic } from '../features/topics/Topic.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { optionalPart } from '../ui/optional-part.ts';
import { TitleBar } from '../ui/TitleBar.tsx';

const TopicAdmin = optionalPart(async () => (await import('../features/topics/TopicAdmin.tsx')).TopicAdmin);

export function TopicPage() {
  const { user, isAdmin } = useSession();
  const isOn = useFeature('temas');
  const { tag: typed = '' } = useParams();
  const tag = topicKey(decoded(typed));

  if (!isOn) return <Redirect to="/feed" replace />;
  if (tag === null)
    return (
      <>
        <TitleBar title="Tema" />
        <EmptyState>No encontramos ese tema.</EmptyState>
      </>
    );
  if (tag !== decoded(typed)) return <Redirect to={`/tema/${encodeURIComponent(tag)}`} replace />;

  const write = (display: string) => {
    if (user) typeDraft(user.uid, { text: withTopic(readComposer(user.uid).draft.text, display) });
    openWriteSheet();
  };
  return (
    <Topic
      key={tag}
      tag={tag}
      onWrite={write}
      adminActions={(topic) =>
        isAdmin && (
          <Suspense>
            <TopicAdmin topic={topic} />
          </Suspense>
        )
      }
    />
  );
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
