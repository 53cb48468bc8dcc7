import { useEffect, useId, useState } from 'react';

import type { Profile } from '../../../../contract/src/calls/shapes.ts';
import { hasContent } from '../../../../contract/src/rules/composer.ts';
import { limits } from '../../../../contract/src/rules/limits.ts';
import { codePoints } from '../../../../contract/src/rules/text.ts';
import { whenIdle } from '../../api/when-idle.ts';
import { Avatar } from '../../ui/Avatar.tsx';
import { alertDialog } from '../../ui/overlays/dialogs.ts';
import { MentionTextBox } from '../mentions/MentionTextBox.tsx';
import { ownerOf } from '../session/session-state.ts';
import { SignInLink } from '../session/SignInLink.tsx';
import { useSession } from '../session/use-session.ts';
import {
  changeComposer,
  type ComposerState,
  readComposer,
  typeDraft,
  useComposerState,
} from './composer-store.ts';
import { ComposerBar } from './ComposerBar.tsx';
import type { Draft } from './draft.ts';
import { type Extras, preloadExtras, showConnectionLost, useExtras, withExtras } from './extras.ts';

import styles from './Composer.module.css';

type Props = {
  publish: (author: Profile, extras: Extras) => unknown;
};

export function Composer({ publish }: Props) {
  const session = useSession();
  const uid = ownerOf(session);
  return uid === undefined ? null : <Form key={uid} uid={uid} user={session.user} publish={publish} />;
}

function Form({ uid, user, publish }: Props & { uid: string; user: Profile | null }) {
  const state = useComposerState(uid);
  const [linkAsked, setLinkAsked] = useState(false);
  const { draft, outgoing } = state;
  const linkOpen = linkAsked || draft.link !== '';
  const extras = useExtras(linkOpen || needsExtras(state));
  const length = codePoints(draft.text);
  const countId = useId();
  const ready = user !== null && !outgoing && isComplete(state) && length <= limits.postText;

  // The extras add tools to the bar.
  useEffect(() => void whenIdle().then(preloadExtras), []);

  const send = () => {
    if (!ready) return;
    const { attemptKey } = draft;
    withExtras(
      async (extras) => {
        if (!(await extras.mayPublish(uid, attemptKey))) return;
        setLinkAsked(false);
        publish(user, extras);
      },
      () => void alertDialog('No se pudo publicar: sin conexión'),
    );
  };
  const toggleLink = () => {
    if (linkOpen) typeDraft(uid, { link: '' });
    setLinkAsked(!linkOpen);
  };
  const attach = (files: File[]) => {
    // Counted before the extras load: a post published meanwhile would lose its files.
    const prepare = (more: number) => changeComposer(uid, { preparing: readComposer(uid).preparing + more });
    prepare(files.length);
    withExtras(
      ({ attachFiles }) => attachFiles(uid, files),
      () => {
        prepare(-files.length);
        showConnectionLost();
      },
    );
  };

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- drop target
    <form
      className={styles.composer}
      noValidate
      data-stored-draft
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
      onFocus={preloadExtras}
      onDragEnter={preloadExtras}
    >
      <Avatar src={user?.avatar ?? null} name={user?.displayName ?? ''} uid={uid} size={44} />
      <div className={styles.fields}>
        <MentionTextBox
          label="¿Qué se dice en el tablón?"
          text={draft.text}
          limit={limits.postText}
          describedBy={countId}
          onText={(text) => typeDraft(uid, { text })}
          onSend={send}
        />
        {extras ? (
          <extras.ComposerExtras
            uid={uid}
            linkOpen={linkOpen}
            onLinkClose={toggleLink}
            onFiles={attach}
            onSend={send}
          />
        ) : (
          <div style={{ height: heightOf(draft) }} />
        )}
        <ComposerBar
          length={length}
          countId={countId}
          linkOpen={linkOpen}
          pollOpen={draft.poll !== null}
          // A failed post returns with its parts, which need the room.
          locked={outgoing !== null}
          ready={ready}
          onLink={toggleLink}
          onFiles={attach}
          onPoll={() => withExtras(({ showPoll }) => showPoll(uid, !draft.poll))}
        >
          {extras && <extras.FurtherTools uid={uid} />}
        </ComposerBar>
        {!user && (
          <p role="alert" className={styles.signedOut}>
            <span>Tenés que iniciar sesión para publicar.</span> <SignInLink />
          </p>
        )}
      </div>
    </form>
  );
}

function isComplete({ draft, attachments, preparing }: ComposerState): boolean {
  const { text, link, poll, files, warning } = draft;
  // A file that is still being read or restored belongs to the post.
  const filesReady = preparing === 0 && attachments.length === files.length;
  return (
    filesReady &&
    warning?.label.trim() !== '' &&
    hasContent({ text, link, hasMedia: files.length > 0, options: poll?.options ?? null })
  );
}

/** In px: reserved for a restored draft's parts, so that the posts below do not move. */
function heightOf({ link, poll, files }: Draft): number {
  const parts = [
    link && 168,
    files.length && (files.length > 2 && innerWidth < 480 ? 372 : 182),
    poll && 52 * poll.options.length + 44,
  ];
  return parts.reduce<number>((sum, part) => sum + (part ? part + 12 : 0), 0);
}

function needsExtras({ draft, preparing, fileError, outgoing }: ComposerState): boolean {
  const { text, poll, files, warning } = draft;
  return (
    Boolean(poll || files.length || warning || preparing || fileError || outgoing) ||
    /https?:\/\/|www\./i.test(text)
  );
}
