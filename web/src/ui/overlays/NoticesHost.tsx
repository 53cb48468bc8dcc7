import { useStore } from '../../state/create-store.ts';
import { ModalHost } from './ModalHost.tsx';
import { notices } from './notices.ts';
import { QuestionDialog } from './QuestionDialog.tsx';
import { ToastItem } from './ToastItem.tsx';

import styles from './Toast.module.css';

export function NoticesHost() {
  const { questions, toasts } = useStore(notices);
  const question = questions[0];
  return (
    <>
      <ModalHost />
      {question && <QuestionDialog key={question.id} question={question} />}
      <div className={styles.stack}>
        {toasts.map((toast) => (
          <ToastItem key={toast.id} toast={toast} />
        ))}
      </div>
    </>
  );
}
