export const profileTabNames = ['publicaciones', 'media', 'seguidores', 'seguidos'] as const;

export type ProfileTab = (typeof profileTabNames)[number];
