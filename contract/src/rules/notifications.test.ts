import { describe, expect, it } from 'vitest';

import { notificationHint, notificationTarget, notificationText } from './notifications.ts';

describe('notificationText', () => {
  it('says what the actor did', () => {
    expect(notificationText('like', 'Ana', null)).toBe('Ana le dio Me gusta a tu publicación');
    expect(notificationText('comment', 'Ana', null)).toBe('Ana comentó tu publicación');
    expect(notificationText('repost', 'Ana', null)).toBe('Ana hizo repost de tu publicación');
    expect(notificationText('mention', 'Ana', null)).toBe('Ana te mencionó');
  });

  it('says the item’s own text, or that something happened', () => {
    expect(notificationText('other', 'Ana', '{actor} empezó a seguirte')).toBe('Ana empezó a seguirte');
    expect(notificationText('other', 'Ana', 'Bienvenida al Tablón')).toBe('Bienvenida al Tablón');
    expect(notificationText('other', null, ' ')).toBe('Actividad en tu cuenta');
    expect(notificationText('like', null, null)).toBe('Alguien le dio Me gusta a tu publicación');
  });

  it('takes a name for what it is', () => {
    expect(notificationText('mention', '$& {actor}', null)).toBe('$& {actor} te mencionó');
  });
});

describe('a notification', () => {
  const all = { link: 'https://ole.com.ar', postId: 'p', actorId: 'a' };
  it('leads to its link, else its post, else its actor, else the feed', () => {
    expect(notificationTarget(all)).toBe('https://ole.com.ar');
    expect(notificationTarget({ ...all, link: null })).toBe('/p/p');
    expect(notificationTarget({ ...all, link: null, postId: null })).toBe('/perfil/a');
    expect(notificationTarget({ link: null, postId: null, actorId: null })).toBe('/feed');
  });

  it('promises just that', () => {
    expect(notificationHint(all)).toBe('Abrir enlace');
    expect(notificationHint({ ...all, link: null })).toBe('Abrir publicación');
    expect(notificationHint({ ...all, link: null, postId: null })).toBe('Ver perfil');
  });
});
