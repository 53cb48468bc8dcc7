import { describe, expect, it } from 'vitest';

import { notificationHint, notificationTarget, notificationText } from './notifications.ts';

describe('notificationText', () => {
  it('the text of a notification says what the actor did', () => {
    expect(notificationText('like', 'Ana', null)).toBe('Ana le dio Me gusta a tu publicación');
    expect(notificationText('comment', 'Ana', null)).toBe('Ana comentó tu publicación');
    expect(notificationText('repost', 'Ana', null)).toBe('Ana hizo repost de tu publicación');
    expect(notificationText('mention', 'Ana', null)).toBe('Ana te mencionó');
  });

  it('a notification of type other has its own text, or a general one', () => {
    expect(notificationText('other', 'Ana', '{actor} empezó a seguirte')).toBe('Ana empezó a seguirte');
    expect(notificationText('other', 'Ana', 'Bienvenida al Tablón')).toBe('Bienvenida al Tablón');
    expect(notificationText('other', null, ' ')).toBe('Actividad en tu cuenta');
    expect(notificationText('like', null, null)).toBe('Alguien le dio Me gusta a tu publicación');
  });

  it("the actor's name is inserted literally", () => {
    expect(notificationText('mention', '$& {actor}', null)).toBe('$& {actor} te mencionó');
  });
});

describe('a notification', () => {
  const all = { link: 'https://ole.com.ar', postId: 'p', actorId: 'a' };
  it('a notification leads to its link, else its post, else its actor, else the feed', () => {
    expect(notificationTarget(all)).toBe('https://ole.com.ar');
    expect(notificationTarget({ ...all, link: null })).toBe('/p/p');
    expect(notificationTarget({ ...all, link: null, postId: null })).toBe('/perfil/a');
    expect(notificationTarget({ link: null, postId: null, actorId: null })).toBe('/feed');
  });

  it('the hint of a notification names its target', () => {
    expect(notificationHint(all)).toBe('Abrir enlace');
    expect(notificationHint({ ...all, link: null })).toBe('Abrir publicación');
    expect(notificationHint({ ...all, link: null, postId: null })).toBe('Ver perfil');
  });
});
