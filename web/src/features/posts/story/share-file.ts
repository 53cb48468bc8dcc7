/** `tap-needed`: browsers open the sheet only right after a tap, and drawing took too long. */
export type Sharing = 'shared' | 'cancelled' | 'impossible' | 'tap-needed';

/** Rejects when the share sheet fails. */
export async function shareFile(file: File): Promise<Sharing> {
  const { canShare } = navigator as Partial<Navigator>;
  if (!canShare?.call(navigator, { files: [file] })) return 'impossible';
  try {
    await navigator.share({ files: [file] });
    return 'shared';
  } catch (error) {
    if (hasName(error, 'AbortError')) return 'cancelled';
    if (hasName(error, 'NotAllowedError')) return 'tap-needed';
    throw error;
  }
}

export function downloadFile(file: File): void {
  const address = URL.createObjectURL(file);
  Object.assign(document.createElement('a'), { href: address, download: file.name }).click();
  // The browser reads it some time after the click.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

function hasName(error: unknown, name: string): boolean {
  return error instanceof DOMException && error.name === name;
}
