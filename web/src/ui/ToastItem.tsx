import { CircleAlert, CircleCheck, Info } from 'lucide-react';
import { useEffect, useState } from 'react';

import { classNames } from './class-names.ts';
import { notices, type OpenToast } from './notices.ts';

import styles from './Toast.module.css';

const icons = { info: Info, success: CircleCheck, error: CircleAlert };

/** One toast; its time stands still while the pointer rests on it. */
export function ToastItem({ toast }: { toast: OpenToast }) {
  const [held, setHeld] = useState(false);
  const { id, durationMs, type, message } = toast;
  const Icon = icons[type];

  useEffect(() => {
    if (held) return undefined;
    const timer = setTimeout(() => notices.dismiss(id), durationMs);
    return () => clearTimeout(timer);
  }, [held, id, durationMs]);

  return (
    <div
      role={type === 'error' ? 'alert' : 'status'}
      className={classNames(styles['toast'], styles[type])}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
    >
      <Icon size={20} aria-hidden />
      <span>{message}</span>
    </div>
  );
}
