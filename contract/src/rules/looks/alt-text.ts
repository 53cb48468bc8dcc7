type DescribedFile = { readonly alt?: string | undefined };

export function imageAlt(files: readonly DescribedFile[], n: number): string {
  return files[n]?.alt ?? `Imagen ${n + 1} de ${files.length}, sin descripción`;
}

export function filesIn<File>({
  media,
  attachments,
}: {
  readonly media: File | null;
  readonly attachments?: readonly File[];
}): readonly File[] {
  return attachments ?? (media === null ? [] : [media]);
}

export function moreMark(files: readonly unknown[]): string {
  return files.length > 1 ? `+${files.length - 1}` : '';
}

export function moreImages(files: readonly unknown[]): string {
  const more = files.length - 1;
  return more === 1 ? 'y 1 imagen más' : `y ${more} imágenes más`;
}
