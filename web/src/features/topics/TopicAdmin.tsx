import { useState } from 'react';

import { ApiError } from '../../api/api-error.ts';
import { queryClient } from '../../api/query-client.ts';
import { listTopKey } from '../../api/query-keys.ts';
import { Button } from '../../ui/Button.tsx';
import { promptDialog, toast } from '../../ui/overlays/dialogs.ts';
import { adminCommand } from '../session/proof/admin-command.ts';
import type { TopicInfo, TopicPage } from './use-topic.ts';

import styles from './Topic.module.css';

export function TopicAdmin({ topic: { tag, display, ...topic } }: { topic: TopicInfo }) {
  const isHidden = topic.hidden === true;
  const [busy, setBusy] = useState(false);

  const set = async (change: { hidden?: boolean; display?: string }) => {
    setBusy(true);
    try {
      const { topic } = await adminCommand('adminSetTag', { tag, ...change });
      queryClient.setQueryData<TopicPage>(
        listTopKey('topic', tag),
        (page) => page && withTopicInfo(page, topic),
      );
    } catch (error) {
      const isInvalid = error instanceof ApiError && error.code === 'invalid-argument';
      toast(isInvalid ? error.message : 'No se pudo completar. Intentá de nuevo.', { type: 'error' });
    }
    setBusy(false);
  };
  const rename = async () => {
    const options = { label: 'Cómo se escribe', value: display, confirm: 'Guardar' };
    const answer = await promptDialog('Solo podés cambiar mayúsculas y tildes.', options);
    const spelling = answer?.trim().replace(/^#/, '');
    if (spelling) await set({ display: spelling });
  };

  return (
    <div className={styles.admin}>
      <Button size="small" busy={busy} onClick={() => void set({ hidden: !isHidden })}>
        {isHidden ? 'Mostrar tema' : 'Ocultar tema'}
      </Button>
      <Button size="small" variant="quiet" className={styles.rename} onClick={() => void rename()}>
        Cambiar cómo se escribe
      </Button>
      {isHidden && <p className={styles.counts}>No se sugiere al escribir.</p>}
    </div>
  );
}

function withTopicInfo(
  page: TopicPage,
  { display, hidden }: { display: string; hidden: boolean },
): TopicPage {
  const { hidden: _, ...rest } = page.topic;
  return { ...page, topic: { ...rest, display, ...(hidden && { hidden }) } };
}
