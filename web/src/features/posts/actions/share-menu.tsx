import { GalleryVertical, Link2, Share2 } from 'lucide-react';

import { isMissingChunk } from '../../../ui/browser/chunks.ts';
import { toast } from '../../../ui/overlays/dialogs.ts';
import { type MenuItem, openMenu } from '../../../ui/overlays/open-menu.tsx';
import { StoryError } from '../story/story-error.ts';
import { copyPostLink, postAddress } from './copy-link.ts';

export function openShareMenu(
  button: HTMLButtonElement,
  postId: string,
  onBusy: (busy: boolean) => void,
): void {
  const copy: MenuItem = {
    label: 'Copiar enlace',
    icon: <Link2 size={18} aria-hidden />,
    onSelect: () => void copyPostLink(postId),
  };
  const share: MenuItem = {
    label: 'Compartir…',
    icon: <Share2 size={18} aria-hidden />,
    onSelect: () => void shareAddress(postId),
  };
  const story: MenuItem = {
    label: 'Historia',
    icon: <GalleryVertical size={18} aria-hidden />,
    onSelect: () => void makeStory(postId, onBusy),
  };
  openMenu(button, 'Compartir', 'share' in navigator ? [copy, share, story] : [copy, story]);
}

async function shareAddress(postId: string): Promise<void> {
  try {
    await navigator.share({ url: postAddress(postId) });
  } catch (error) {
    if (!(error instanceof DOMException)) throw error;
    // AbortError: the user closed the sheet.
    if (error.name !== 'AbortError') toast('No se pudo compartir.', { type: 'error' });
  }
}

async function makeStory(postId: string, onBusy: (busy: boolean) => void): Promise<void> {
  onBusy(true);
  try {
    const { shareStory } = await import('../story/share-story.tsx');
    await shareStory(postId);
  } catch (error) {
    // One text for three failures: the code, a picture, the share sheet.
    const isExpected = error instanceof StoryError || error instanceof DOMException || isMissingChunk(error);
    if (!isExpected) throw error;
    toast('No se pudo preparar la imagen para la Story.', { type: 'error' });
  } finally {
    onBusy(false);
  }
}
