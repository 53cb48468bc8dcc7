/** The tabs of a profile in their order, as the address names them. */
export const profileTabNames = ['publicaciones', 'media', 'seguidores', 'seguidos'] as const;

export type ProfileTab = (typeof profileTabNames)[number];
