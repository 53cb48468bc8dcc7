/** In display order. */
export const clubDivisions = ['seleccion', 'primera', 'nacional', 'b-metro', 'federal-a', 'otro'] as const;
export type ClubDivision = (typeof clubDivisions)[number];

export const clubPatterns = ['liso', 'bastones', 'banda', 'franja', 'mitades', 'aros', 'v'] as const;
export type ClubPattern = (typeof clubPatterns)[number];
