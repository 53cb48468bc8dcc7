import { withStorage } from '../../state/storage.ts';

/** In localStorage: the user turned push off on this device, although the permission stands. */
export const pushOffKey = 'tablon.push-off';

/** For a call whose answer clears the storage (`Clear-Site-Data`): the choice is the device's and stays. */
export async function keepPushOff<T>(call: () => Promise<T>): Promise<T> {
  const choice = withStorage('localStorage', (storage) => storage.getItem(pushOffKey));
  try {
    return await call();
  } finally {
    // Also when the answer was lost.
    if (choice) withStorage('localStorage', (storage) => storage.setItem(pushOffKey, choice));
  }
}
