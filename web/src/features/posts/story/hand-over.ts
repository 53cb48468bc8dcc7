/** `tap-needed`: the browser opens the sheet only right after a tap, and making the picture took too long for that. */
export type Sharing = 'shared' | 'cancelled' | 'impossible' | 'tap-needed';

/** Offers a file through the device's share sheet. Rejects when the sheet itself fails. */
export async function shareFile(file: File): Promise<Sharing> {
  const { canShare } = navigator as Partial<Navigator>;
  if (!canShare?.call(navigator, { files: [file] })) return 'impossible';
  try {
    await navigator.share({ files: [file] });
    return 'shared';
  } catch (error) {
    if (isNamed(error, 'AbortError')) return 'cancelled';
    if (isNamed(error, 'NotAllowedError')) return 'tap-needed';
    throw error;
  }
}

export function downloadFile(file: File): void {
  const address = URL.createObjectURL(file);
  Object.assign(document.createElement('a'), { href: address, download: file.name }).click();
  // The browser reads it after the click; there is no word of when it has.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

function isNamed(error: unknown, name: string): boolean {
  return error instanceof DOMException && error.name === name;
}
