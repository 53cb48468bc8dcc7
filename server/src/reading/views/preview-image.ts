import { outsideCover } from '../../../../contract/src/rules/covers/outside-cover.ts';
import { limits } from '../../../../contract/src/rules/limits.ts';
import { ownPath } from '../../../../contract/src/rules/looks/own-path.ts';
import type { CachedProfile } from '../../people/views/profiles.ts';
import type { CachedPost } from '../../posts/views/post-cache.ts';
import type { Head } from './document.ts';
import type { PublicSite } from './public-reads.ts';

const iconSide = 512;

/** Falls back to the author's picture. */
export function imageOfPost({ fields }: CachedPost, author: CachedProfile, site: PublicSite): Head['image'] {
  const { media } = outsideCover(fields);
  const path = media?.type === 'image' ? ownPath(media.url) : null;
  if (media === null || path === null) return imageOfPerson(author, site);
  const { width, height } = media;
  const scale = Math.min(1, limits.ogImageSide / Math.max(width ?? 0, height ?? 0, 1));
  return {
    url: `${site.publicUrl}${path}?og=1`,
    width: width === null ? undefined : Math.round(width * scale),
    height: height === null ? undefined : Math.round(height * scale),
    alt: media.alt ?? `Imagen de ${author.profile.displayName}`,
    large: true,
  };
}

/** Falls back to the site's icon. */
export function imageOfPerson({ profile }: CachedProfile, site: PublicSite): Head['image'] {
  const { avatar, displayName } = profile;
  if (avatar === null) return siteIcon(site);
  const side = limits.avatarSide;
  const url = new URL(avatar, site.publicUrl).href;
  return { url, width: side, height: side, alt: displayName, large: false };
}

export function siteIcon({ publicUrl, name }: PublicSite): Head['image'] {
  const url = new URL('/icons/icon-512.png', publicUrl).href;
  return { url, width: iconSide, height: iconSide, alt: name, large: false };
}
