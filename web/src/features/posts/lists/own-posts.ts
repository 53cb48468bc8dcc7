import { findPost } from '../../../api/post-cache.ts';
import { session } from '../../session/session-store.ts';

export function isOwnPost(id: string): boolean {
  const uid = session.read().user?.uid;
  return uid !== undefined && findPost(id)?.ownerUid === uid;
}
