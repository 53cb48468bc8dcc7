import { createStore } from '../../state/create-store.ts';
import { withStorage } from '../../state/storage.ts';

const key = 'tablon.keys';

/** Single-key shortcuts; Tab and the arrow keys always act. */
export const keysAreOn = createStore(readSetting());

export function turnKeys(on: boolean): void {
  withStorage('localStorage', (storage) => {
    if (on) storage.removeItem(key);
    else storage.setItem(key, 'off');
  });
  keysAreOn.write(on);
}

export function followOtherTabs(): void {
  addEventListener('storage', (event) => {
    if (event.key === key) keysAreOn.write(readSetting());
  });
}

function readSetting(): boolean {
  return withStorage('localStorage', (storage) => storage.getItem(key)) !== 'off';
}
