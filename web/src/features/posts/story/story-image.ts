import type { PostView } from '../../../../../contract/src/calls/shapes.ts';
import { limits } from '../../../../../contract/src/rules/limits.ts';
import { hueOf, initialsOf } from '../../../../../contract/src/rules/looks/initials.ts';
import { drawStory } from './draw-story.ts';
import { ignorePictureError, loadMedia, loadPicture, type Picture } from './pictures.ts';
import { StoryError } from './story-error.ts';
import { boardFont, textFont } from './story-look.ts';

/** A JPEG of 1080 × 1920. Rejects when its picture does not load or the browser cannot draw. */
export async function storyImage(post: PostView, site: { name: string; host: string }): Promise<Blob> {
  const [avatar, picture, logo] = await Promise.all([
    loadAvatar(post),
    post.media ? loadMedia(post.media) : null,
    loadPicture('/logo.svg'),
    loadFonts(),
  ]);
  const canvas = document.createElement('canvas');
  canvas.width = limits.storyWidth;
  canvas.height = limits.storyHeight;
  const pen = canvas.getContext('2d', { alpha: false });
  if (!pen) throw new StoryError('There is no canvas');
  drawStory(pen, { post, avatar, picture, logo, siteName: site.name, host: site.host, now: new Date() });
  return new Promise((resolve, reject) => {
    const finish = (blob: Blob | null) => {
      if (blob) resolve(blob);
      else reject(new StoryError('The canvas cannot be encoded'));
    };
    canvas.toBlob(finish, 'image/jpeg', limits.storyQuality);
  });
}

async function loadAvatar(post: PostView): Promise<Picture> {
  const address = post.authorAvatar;
  const own = address === null ? null : await loadPicture(address).catch(ignorePictureError);
  return own ?? drawInitials(post);
}

// Like ui/Avatar.tsx in the night theme.
async function drawInitials({ authorName, ownerUid }: PostView): Promise<Picture> {
  const size = 112;
  const source = document.createElement('canvas');
  source.width = size;
  source.height = size;
  const pen = source.getContext('2d');
  if (!pen) throw new StoryError('There is no canvas');
  await loadFonts();
  const hue = hueOf(ownerUid);
  pen.fillStyle = `oklch(42% 0.075 ${hue})`;
  pen.fillRect(0, 0, size, size);
  pen.fillStyle = `oklch(94% 0.04 ${hue})`;
  pen.font = boardFont(size * 0.46);
  pen.textAlign = 'center';
  pen.textBaseline = 'middle';
  pen.fillText(initialsOf(authorName), size / 2, size * 0.53);
  return { source, width: size, height: size, isStill: false };
}

// A canvas does not wait for fonts.
async function loadFonts(): Promise<void> {
  await Promise.allSettled(
    [boardFont(54), textFont(40), textFont(40, 600)].map((font) => document.fonts.load(font)),
  );
}
