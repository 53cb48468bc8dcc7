import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/overlays/Dialog.tsx';
import { openModal } from '../../ui/overlays/modals.ts';

import dialog from '../../ui/overlays/Dialog.module.css';
import styles from './KeysDialog.module.css';

const shortcuts: readonly [keys: readonly string[], action: string][] = [
  [['j'], 'Publicación siguiente'],
  [['k'], 'Publicación anterior'],
  [['l'], 'Me gusta'],
  [['c'], 'Comentar'],
  [['r'], 'Repost'],
  [['q'], 'Citar'],
  [['g', 's'], 'Guardar'],
  [['n'], 'Escribir una publicación'],
  [['/'], 'Buscar'],
  [['?'], 'Ver esta lista'],
];

export function openKeysDialog(): true {
  openModal((close) => <KeysDialog onClose={close} />);
  return true;
}

function KeysDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog title="Atajos de teclado" onClose={onClose}>
      <dl className={styles.list}>
        {shortcuts.map(([keys, action]) => (
          <div key={action} className={styles.row}>
            <dt>
              {keys.map((key) => (
                <kbd key={key} className={styles.key}>
                  {key}
                </kbd>
              ))}
            </dt>
            <dd>{action}</dd>
          </div>
        ))}
      </dl>
      <p className={styles.hint}>
        Dentro de una publicación, Tab va a sus botones y las flechas pasan de uno a otro. Los atajos se
        apagan en «Cuenta y privacidad».
      </p>
      <div className={dialog.actions}>
        <Button onClick={onClose}>Cerrar</Button>
      </div>
    </Dialog>
  );
}
