import { useState } from 'react';

import { limits } from '../../../../../contract/src/rules/limits.ts';
import { codePoints, cutText } from '../../../../../contract/src/rules/text.ts';
import { Button } from '../../../ui/Button.tsx';
import { isSending } from '../../../ui/forms/GrowingTextBox.tsx';
import { atMost } from '../../../ui/forms/max-length.ts';
import { TextAreaField } from '../../../ui/forms/TextAreaField.tsx';
import { Dialog } from '../../../ui/overlays/Dialog.tsx';
import { openModal } from '../../../ui/overlays/modals.ts';

import dialog from '../../../ui/overlays/Dialog.module.css';
import styles from './DescribeDialog.module.css';

type DescribableFile = { type: 'image' | 'video'; url: string; alt: string };
type OnAlt = (alt: string) => void;

/** `onAlt` gets the text as it is typed. */
export function openDescription(file: DescribableFile, onAlt: OnAlt): void {
  openModal((close) => <DescribeDialog file={file} onAlt={onAlt} onClose={close} />);
}

type Props = { file: DescribableFile; onAlt: OnAlt; onClose: () => void };

function DescribeDialog({ file: { type, url, alt: before }, onAlt, onClose }: Props) {
  const [alt, setAlt] = useState(before);
  const write = (text: string) => {
    const next = cutText(text, limits.altText);
    setAlt(next);
    onAlt(next);
  };
  return (
    <Dialog title={type === 'image' ? 'Descripción de la imagen' : 'Descripción del video'} onClose={onClose}>
      <form
        noValidate
        className={dialog.form}
        onSubmit={(event) => {
          event.preventDefault();
          onClose();
        }}
      >
        {type === 'image' ? (
          <img className={styles.picture} src={url} alt="" />
        ) : (
          <video className={styles.picture} src={url} muted playsInline preload="metadata" tabIndex={-1} />
        )}
        <TextAreaField
          label="Contale a quien no la ve"
          aside={`${codePoints(alt)}/${limits.altText}`}
          dir="auto"
          ref={atMost(limits.altText)}
          value={alt}
          onKeyDown={(event) => {
            if (isSending(event)) onClose();
          }}
          onChange={(event) => write(event.target.value)}
        />
        <div className={dialog.actions}>
          <Button type="submit" variant="primary">
            Listo
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
