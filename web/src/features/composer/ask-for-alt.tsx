import { cleanText } from '../../../../contract/src/rules/clean-text.ts';
import { normaliseLink } from '../../../../contract/src/rules/links.ts';
import { preferencesQuery } from '../../api/preferences.ts';
import { ignoreFailedRead, queryClient } from '../../api/query-client.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/overlays/Dialog.tsx';
import { openQuestion } from '../../ui/overlays/modals.ts';
import { changeComposer, readComposer } from './composer-store.ts';
import { describeFile } from './describe-file.ts';

import dialog from '../../ui/overlays/Dialog.module.css';

const patienceMs = 1500;
let isAsking = false;

/** Loads the preference early, so that publishing does not wait for it. */
export function loadAskForAlt(): void {
  void wantsQuestion();
}

/**
 * Whether the draft may go out now. An invalid link is refused, in its field. When an image lacks a
 * description, asks users who opted in to the question. A draft that was edited after the tap on
 * 'Publicar', while this code or the preference loaded, stays.
 * @param attemptKey of the draft at the tap
 */
export async function mayPublish(uid: string, attemptKey: string): Promise<boolean> {
  const isSameDraft = () => readComposer(uid).draft.attemptKey === attemptKey;
  return isSameDraft() && (await isReady(uid)) && isSameDraft();
}

async function isReady(uid: string): Promise<boolean> {
  const { draft, attachments } = readComposer(uid);
  if (draft.link.trim() !== '' && normaliseLink(draft.link) === null) {
    changeComposer(uid, { refusedLink: { link: draft.link } });
    return false;
  }
  const bare = draft.files.filter(
    ({ id, alt }) => cleanText(alt) === '' && attachments.find((item) => item.id === id)?.type === 'image',
  );
  const [first] = bare;
  if (!first) return true;
  // A second tap, while the first one waits for the preference or the answer.
  if (isAsking) return false;
  isAsking = true;
  try {
    const answer = (await wantsQuestion()) ? await ask(bare.length) : 'publish';
    if (answer === 'describe') describeFile(uid, first.id);
    return answer === 'publish';
  } finally {
    isAsking = false;
  }
}

// Without an answer in time the post goes out: a description can be added later.
async function wantsQuestion(): Promise<boolean> {
  const options = preferencesQuery();
  const preferences = queryClient.fetchQuery({ ...options, staleTime: 60_000 }).catch(ignoreFailedRead);
  const tooLate = new Promise<undefined>((resolve) => setTimeout(() => resolve(undefined), patienceMs));
  const answer = queryClient.getQueryData(options.queryKey) ?? (await Promise.race([preferences, tooLate]));
  return answer?.preferences.askForAlt ?? false;
}

type Answer = 'describe' | 'publish' | null;

function ask(count: number): Promise<Answer> {
  const title = count === 1 ? 'Falta describir 1 imagen' : `Falta describir ${count} imágenes`;
  return openQuestion<Answer>(null, (answer) => (
    <Dialog title={title} role="alertdialog" onClose={() => answer(null)}>
      <div className={dialog.actions}>
        <Button onClick={() => answer('publish')}>Publicar así</Button>
        <Button variant="primary" onClick={() => answer('describe')}>
          Describir
        </Button>
      </div>
    </Dialog>
  ));
}
