import { useState, type SubmitEvent } from 'react';

import { Button } from './Button.tsx';
import { Dialog } from './Dialog.tsx';
import type { OpenQuestion } from './notices.ts';
import { TextField } from './TextField.tsx';

import styles from './Dialog.module.css';

/** One alert, confirmation or prompt. The question itself is the dialog's name. */
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
          <TextField label={question.label} value={text} onChange={(e) => setText(e.target.value)} />
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
