type Described = { readonly alt?: string | undefined };

/** The text of the n-th picture of a post, counted from 0, for those who do not see it. */
export function imageAlt(files: readonly Described[], n: number): string {
  return files[n]?.alt ?? `Imagen ${n + 1} de ${files.length}, sin descripción`;
}

/** The files of a post in their order: `attachments` stands for more than `media`. */
export function filesIn<File>({
  media,
  attachments,
}: {
  readonly media: File | null;
  readonly attachments?: readonly File[];
}): readonly File[] {
  return attachments ?? (media === null ? [] : [media]);
}

/** How many more pictures a post has than the one that is shown: '+2'; empty for none. */
export function moreMark(files: readonly unknown[]): string {
  return files.length > 1 ? `+${files.length - 1}` : '';
}

/** The same in words. */
export function moreImages(files: readonly unknown[]): string {
  const more = files.length - 1;
  return more === 1 ? 'y 1 imagen más' : `y ${more} imágenes más`;
}
