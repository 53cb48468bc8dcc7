import { type KeyboardEvent, type Ref, useImperativeHandle, useLayoutEffect, useRef } from 'react';

import { codePoints, cutText } from '../../../../contract/src/rules/text.ts';
import { classNames } from '../class-names.ts';
import { useGrowingBox } from './grow-box.ts';
import { atMost } from './max-length.ts';

import styles from './GrowingTextBox.module.css';

type Props = {
  label: string;
  text: string;
  limit: number;
  onText: (text: string) => void;
  onSend: () => void;
  className?: string;
  describedBy?: string;
  ref?: Ref<HTMLTextAreaElement>;
};

export function GrowingTextBox({ label, text, limit, onText, onSend, className, describedBy, ref }: Props) {
  const box = useRef<HTMLTextAreaElement>(null);
  useImperativeHandle(ref, () => box.current as HTMLTextAreaElement, []);

  useGrowingBox(box);
  useLayoutEffect(() => atMost(limit)(box.current), [limit]);

  return (
    <textarea
      ref={box}
      className={classNames(styles.box, className)}
      aria-label={label}
      aria-describedby={describedBy}
      placeholder={label}
      rows={1}
      dir="auto"
      value={text}
      onKeyDown={(event) => {
        if (isSending(event)) onSend();
      }}
      // A returned draft may be too long: the user shortens it.
      onChange={(event) => onText(cutText(event.target.value, Math.max(limit, codePoints(text))))}
    />
  );
}

export function isSending(event: KeyboardEvent): boolean {
  if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return false;
  event.preventDefault();
  return true;
}
