import { useEffect, useRef } from 'react';

import { Button } from '../../../ui/Button.tsx';
import { Dialog } from '../../../ui/overlays/Dialog.tsx';
import { alertDialog, toast } from '../../../ui/overlays/dialogs.ts';
import { downloadFile, shareFile } from './share-file.ts';

import dialog from '../../../ui/overlays/Dialog.module.css';
import styles from './StoryDialog.module.css';

/** Browsers open the share sheet only on a tap, hence the dialog. */
export function StoryDialog({ file, onClose }: { file: File; onClose: () => void }) {
  const picture = useRef<HTMLImageElement>(null);

  useEffect(() => {
    const address = URL.createObjectURL(file);
    if (picture.current) picture.current.src = address;
    return () => URL.revokeObjectURL(address);
  }, [file]);

  const share = async () => {
    try {
      await shareFile(file);
      onClose();
    } catch (error) {
      // The share sheet failed: the image can still be downloaded here.
      if (!(error instanceof DOMException)) throw error;
      void alertDialog('No se pudo preparar la imagen para la Story.');
    }
  };
  const download = () => {
    downloadFile(file);
    toast('Se descargó la imagen. Subila como Historia en Instagram.', { type: 'success' });
    onClose();
  };

  return (
    <Dialog title="Tu imagen está lista" onClose={onClose}>
      <img
        ref={picture}
        className={styles.picture}
        alt="La publicación como imagen"
        width={1080}
        height={1920}
      />
      <div className={dialog.actions}>
        <Button onClick={download}>Descargar</Button>
        <Button variant="primary" onClick={() => void share()}>
          Compartir
        </Button>
      </div>
    </Dialog>
  );
}
