import { lazy, Suspense, useState, type SubmitEvent } from 'react';

import { Button } from '../Button.tsx';
import { Dialog } from './Dialog.tsx';
import type { OpenQuestion } from './notices.ts';

import styles from './Dialog.module.css';

// Only prompts need it: a question must work when nothing more can be loaded.
const TextField = lazy(async () => ({ default: (await import('../forms/TextField.tsx')).TextField }));

export function QuestionDialog({ question }: { question: OpenQuestion }) {
  const { answer, message, confirm, kind } = question;
  const [text, setText] = useState(kind === 'prompt' ? question.value : '');
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    answer(text);
  };
  return (
    <Dialog title={message} role="alertdialog" onClose={() => answer(null)}>
      <form onSubmit={submit} noValidate className={styles.form}>
        {kind === 'prompt' && (
          <Suspense>
            <TextField label={question.label} value={text} onChange={(e) => setText(e.target.value)} />
          </Suspense>
        )}
        <div className={styles.actions}>
          {kind !== 'alert' && <Button onClick={() => answer(null)}>Cancelar</Button>}
          <Button type="submit" variant={kind === 'confirm' && question.danger ? 'danger' : 'primary'}>
            {confirm}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
