import { CircleCheck, CircleX, Info } from 'lucide-react';
import { useEffect } from 'react';
import { Link } from 'wouter';

import { useStore } from '../../state/create-store.ts';
import { modalRegions } from '../browser/announce.ts';
import { classNames } from '../class-names.ts';
import { Spinner } from '../Spinner.tsx';
import { notices, type OpenToast } from './notices.ts';

import styles from './Toast.module.css';

const icons = { info: Info, success: CircleCheck, failure: CircleX, error: CircleX, progress: Spinner };

export function ToastItem({ toast }: { toast: OpenToast }) {
  const { id, durationMs, type, message, action } = toast;
  const Icon = icons[type];
  const dismiss = () => notices.dismiss(id);

  // Behind a modal dialog it is neither announced nor can it be tapped.
  const isInert = useStore(modalRegions).length > 0;

  useEffect(() => {
    if (isInert) return undefined;
    const timer = setTimeout(() => notices.dismiss(id), durationMs);
    return () => clearTimeout(timer);
  }, [id, durationMs, isInert]);

  return (
    <div role={type === 'error' ? 'alert' : 'status'} className={classNames(styles.toast, styles[type])}>
      <Icon size={20} />
      <span>{message}</span>
      {action &&
        ('href' in action ? (
          <Link href={action.href} className={styles.action} onClick={dismiss}>
            {action.label}
          </Link>
        ) : (
          <button
            type="button"
            className={styles.action}
            onClick={() => {
              dismiss();
              action.run();
            }}
          >
            {action.label}
          </button>
        ))}
    </div>
  );
}
