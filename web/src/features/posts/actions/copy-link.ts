import { findPost } from '../../../api/post-cache.ts';
import { publicUrl, session } from '../../session/session-store.ts';
import { copyText } from './copy-text.ts';

export function postAddress(postId: string, commentId?: string): string {
  const comment = commentId === undefined ? '' : `?comentario=${commentId}`;
  return `${publicUrl()}/p/${postId}${comment}`;
}

export async function copyPostLink(postId: string, commentId?: string): Promise<void> {
  const copied = isForMembers(postId)
    ? 'Enlace copiado. Solo lo ven quienes tienen cuenta.'
    : 'Enlace copiado.';
  await copyText(postAddress(postId, commentId), { copied, label: 'Enlace' });
}

function isForMembers(postId: string): boolean {
  const mayBePublic = session.read().config?.features.includes('publico') === true;
  return mayBePublic && findPost(postId)?.membersOnly === true;
}
