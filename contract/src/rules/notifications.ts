import type { Notification, NotificationType } from '../calls/notifications.ts';

/** The texts of type `other`; `{actor}` is replaced by the actor's name. Reports have no actor. */
export const otherTexts = {
  quote: '{actor} citó tu publicación',
  follow: '{actor} empezó a seguirte',
  'report-upheld': 'Revisamos lo que reportaste y tomamos medidas. Gracias por avisarnos.',
  'report-dismissed':
    'Revisamos lo que reportaste: no rompe las reglas, así que lo dejamos como está. Gracias por avisarnos.',
} as const;

const texts: Record<Exclude<NotificationType, 'other'>, string> = {
  like: '{actor} le dio Me gusta a tu publicación',
  comment: '{actor} comentó tu publicación',
  repost: '{actor} hizo repost de tu publicación',
  mention: '{actor} te mencionó',
};

export function isOtherText(type: string): type is keyof typeof otherTexts {
  return Object.hasOwn(otherTexts, type);
}

/** The sentence of a notification: by its type, or its own text, or a general one. */
export function notificationText(type: NotificationType, actor: string | null, own: string | null): string {
  const text = type === 'other' ? own?.trim() || 'Actividad en tu cuenta' : texts[type];
  return text.replace('{actor}', () => actor ?? 'Alguien');
}

type Pointers = Pick<Notification, 'link' | 'postId' | 'actorId'>;

/** The target of a notification: its link, else its post, else the actor's profile, else the feed. */
export function notificationTarget({ link, postId, actorId }: Pointers): string {
  if (link !== null) return link;
  if (postId !== null) return `/p/${postId}`;
  return actorId === null ? '/feed' : `/perfil/${actorId}`;
}

export function notificationHint({ link, postId }: Pointers): string {
  if (link !== null) return 'Abrir enlace';
  return postId === null ? 'Ver perfil' : 'Abrir publicación';
}
