import { Link2 } from 'lucide-react';
import { useId, useState } from 'react';
import { Link } from 'wouter';

import type { Profile } from '../../../../contract/src/calls/shapes.ts';
import { hasContent } from '../../../../contract/src/rules/composer.ts';
import { limits } from '../../../../contract/src/rules/limits.ts';
import { codePoints } from '../../../../contract/src/rules/text.ts';
import { Avatar } from '../../ui/Avatar.tsx';
import { Button } from '../../ui/Button.tsx';
import { GrowingTextBox } from '../../ui/GrowingTextBox.tsx';
import type { FeedTab } from '../posts/post-lists.ts';
import { useSession } from '../session/use-session.ts';
import { typeDraft, useComposerState } from './composer-store.ts';
import { LinkField } from './LinkField.tsx';
import { publish } from './publish.ts';

import styles from './Composer.module.css';

/** Where posts are written, on top of the feed. */
export function Composer({ tab }: { tab: FeedTab }) {
  const { user, lostUid } = useSession();
  const uid = user?.uid ?? lostUid;
  return uid === undefined ? null : <Form key={uid} uid={uid} user={user} tab={tab} />;
}

function Form({ uid, user, tab }: { uid: string; user: Profile | null; tab: FeedTab }) {
  const { draft, publishing } = useComposerState(uid);
  const [linkAsked, setLinkAsked] = useState(false);
  const linkId = useId();
  const { text, link } = draft;
  const linkOpen = linkAsked || link !== '';
  const length = codePoints(text);
  const complete = hasContent({ text, link, hasMedia: false, options: null }) && length <= limits.postText;
  const ready = complete && !publishing && user !== null;

  const send = () => {
    if (!ready) return;
    setLinkAsked(false);
    void publish(user, tab);
  };
  const toggleLink = () => {
    if (linkOpen) typeDraft(uid, { link: '' });
    setLinkAsked(!linkOpen);
  };

  return (
    <form
      className={styles.composer}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <Avatar src={user?.avatar ?? null} size={44} />
      <div className={styles.fields}>
        <GrowingTextBox
          label="¿Qué se dice en el tablón?"
          text={text}
          limit={limits.postText}
          onText={(typed) => typeDraft(uid, { text: typed })}
          onSend={send}
        />
        {linkOpen && (
          <LinkField
            id={linkId}
            link={link}
            onLink={(typed) => typeDraft(uid, { link: typed })}
            onSend={send}
          />
        )}
        <div className={styles.bar}>
          <button
            type="button"
            className={styles.tool}
            aria-expanded={linkOpen}
            aria-controls={linkOpen ? linkId : undefined}
            onClick={toggleLink}
          >
            <Link2 size={20} aria-hidden />
            Enlace
          </button>
          {length >= limits.postTextWarning && (
            <span className={length > limits.postText ? styles.over : styles.count}>
              {length}/{limits.postText}
            </span>
          )}
          <Button type="submit" variant="primary" size="small" disabled={!ready}>
            Publicar
          </Button>
        </div>
        {!user && (
          <p role="alert" className={styles.signedOut}>
            <span>Tenés que iniciar sesión para publicar.</span> <Link href="/ingresar">Ingresar</Link>
          </p>
        )}
      </div>
    </form>
  );
}
