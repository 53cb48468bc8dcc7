import { mayHaveArrived } from '../../api/api-error.ts';
import { staleAnswer } from '../../api/stale-answer.ts';
import { loadSession, session, viewerUid } from '../session/session-store.ts';

let stopWatch = (): void => {};

/**
 * Passes on the outcome of `work`, a command that ends the session. When its answer is lost, calls `onEnded` as
 * soon as the session turns out to be over, which means that the command was probably carried out.
 */
export async function followLostAnswer<T>(work: Promise<T>, onEnded: () => void): Promise<T> {
  const uid = viewerUid();
  try {
    const answer = await work;
    stopWatch();
    return answer;
  } catch (error) {
    stopWatch();
    if (mayHaveArrived(error)) watch(uid, onEnded);
    throw error;
  }
}

function watch(uid: string, onEnded: () => void): void {
  const look = () => {
    const { user, status, lostUid } = session.read();
    // Offline, the service worker answers with the session of before.
    if (user?.uid === uid && staleAnswer.read()) return;
    stopWatch();
    if (status === 'lost' && lostUid === uid) onEnded();
  };
  // A live event may have ended the session, and removed the form, before the command failed.
  if (viewerUid() === '') return look();
  stopWatch = session.subscribe(look);
  // Not awaited: where nothing arrives, the form would wait for a second time-out.
  void loadSession();
}
