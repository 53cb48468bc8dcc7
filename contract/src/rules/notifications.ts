import type { Notification, NotificationType } from '../calls/notifications.ts';
import { limits } from './limits.ts';

/** Sentences of the type `other`. `{site}` stands for the site's name: the site is not an actor. */
export const otherTexts = {
  quote: '{actor} citó tu publicación',
  follow: '{actor} empezó a seguirte',
  reply: '{actor} respondió tu comentario',
  'comment-like': '{actor} le dio Me gusta a tu comentario',
  'report-upheld': 'Revisamos lo que reportaste y tomamos medidas. Gracias por avisarnos.',
  'report-dismissed':
    'Revisamos lo que reportaste: no rompe las reglas, así que lo dejamos como está. Gracias por avisarnos.',
  'cover-set': '{site} le puso una advertencia a tu publicación',
} as const;

const texts: Record<Exclude<NotificationType, 'other'>, string> = {
  like: '{actor} le dio Me gusta a tu publicación',
  comment: '{actor} comentó tu publicación',
  repost: '{actor} hizo repost de tu publicación',
  mention: '{actor} te mencionó',
};

/** Events that are notified once per comment and stored under their own name. */
export type CommentEvent = 'reply' | 'comment-like';

export function isCommentEvent(type: string): type is CommentEvent {
  return type === 'reply' || type === 'comment-like';
}

export function otherKind(text: string | null): keyof typeof otherTexts | undefined {
  if (text?.endsWith(otherTexts['cover-set'].replace('{site}', ''))) return 'cover-set';
  return (Object.keys(otherTexts) as (keyof typeof otherTexts)[]).find((kind) => otherTexts[kind] === text);
}

export function isOtherText(type: string): type is keyof typeof otherTexts {
  return Object.hasOwn(otherTexts, type);
}

export function notificationText(type: NotificationType, actor: string | null, own: string | null): string {
  const text = type === 'other' ? own?.trim() || 'Actividad en tu cuenta' : texts[type];
  return text.replace('{actor}', () => actor ?? 'Alguien');
}

const did = {
  like: { one: 'le dio Me gusta a tu publicación', many: 'le dieron Me gusta a tu publicación' },
  repost: { one: 'hizo repost de tu publicación', many: 'hicieron repost de tu publicación' },
  'comment-like': { one: 'le dio Me gusta a tu comentario', many: 'le dieron Me gusta a tu comentario' },
} as const;

export type GroupKind = keyof typeof did;

export function groupKind(type: NotificationType, kind: string | null | undefined): GroupKind | null {
  if (kind === 'comment-like') return kind;
  return type === 'like' || type === 'repost' ? type : null;
}

/** The longest time that a group spans. */
export const groupMs = 7 * 24 * 3_600_000;

/** From `limits.notificationGroup` on, `count` is a lower bound. */
export function groupText(kind: GroupKind, names: readonly string[], count: number): string {
  const [first = 'Alguien', second = 'Alguien'] = names;
  const { one, many } = did[kind];
  if (count < 2) return `${first} ${one}`;
  if (count === 2) return `${first} y ${second} ${many}`;
  const others = count < limits.notificationGroup ? `${count - 2}` : `más de ${limits.notificationGroup - 3}`;
  return `${first}, ${second} y ${others} más ${many}`;
}

type Pointers = Pick<Notification, 'link' | 'postId' | 'actorId' | 'commentId'>;

export function notificationTarget({ link, postId, actorId, commentId }: Pointers): string {
  if (link !== null) return link;
  if (postId !== null)
    return commentId === undefined ? `/p/${postId}` : `/p/${postId}?comentario=${commentId}`;
  return actorId === null ? '/feed' : `/perfil/${actorId}`;
}

export function notificationHint({ link, postId }: Pointers): string {
  if (link !== null) return 'Abrir enlace';
  return postId === null ? 'Ver perfil' : 'Abrir publicación';
}
