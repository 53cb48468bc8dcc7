import { useStore } from '../../state/create-store.ts';
import { Button } from '../../ui/Button.tsx';
import { Checkbox } from '../../ui/forms/Checkbox.tsx';
import { keysAreOn, turnKeys } from './keys-setting.ts';
import { openKeysDialog } from './KeysDialog.tsx';

export function KeysChoice() {
  const on = useStore(keysAreOn);
  return (
    <>
      <Checkbox checked={on} onChange={(event) => turnKeys(event.target.checked)}>
        Usar atajos de teclado en este navegador
      </Checkbox>
      <p>
        <Button onClick={openKeysDialog}>Ver los atajos</Button>
      </p>
    </>
  );
}
