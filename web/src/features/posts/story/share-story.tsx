import { outsideCover } from '../../../../../contract/src/rules/covers/outside-cover.ts';
import { findPost } from '../../../api/post-cache.ts';
import { toast } from '../../../ui/overlays/dialogs.ts';
import { openModal } from '../../../ui/overlays/modals.ts';
import { publicUrl, session } from '../../session/session-store.ts';
import { siteNameOf } from '../../session/site-name.ts';
import { downloadFile, shareFile } from './share-file.ts';
import { storyImage } from './story-image.ts';
import { StoryDialog } from './StoryDialog.tsx';

/** Downloads the image where there is no share sheet. Throws StoryError. */
export async function shareStory(postId: string): Promise<void> {
  const post = findPost(postId);
  if (!post) return;
  const name = siteNameOf(session.read());
  const image = await storyImage(outsideCover(post), { name, host: new URL(publicUrl()).host });
  const file = new File([image], `historia-${post.authorHandle || post.id}.jpg`, { type: 'image/jpeg' });
  switch (await shareFile(file)) {
    case 'shared':
    case 'cancelled':
      return;
    case 'impossible':
      downloadFile(file);
      toast('Se descargó la imagen. Subila como Historia en Instagram.', { type: 'success' });
      return;
    case 'tap-needed':
      openModal((close) => <StoryDialog file={file} onClose={close} />);
  }
}
