import type { LinkPreview } from '../../calls/shapes.ts';
import { isTwitterLink, linkHost } from '../links.ts';
import { ownPath } from './own-path.ts';

export type LinkCardContent = {
  title: string;
  description: string | null;
  /** Begins with the link's real host, whatever the page claims. Null when the title is the host. */
  site: string | null;
  image: string | null;
};

/** Null unless `link` is a web link. */
export function linkCardOf(link: string, preview: LinkPreview | null): LinkCardContent | null {
  const url = URL.parse(link);
  if (!url || !/^https?:$/.test(url.protocol)) return null;
  const host = linkHost(link);
  if (preview?.title) {
    const { title, description, image } = preview;
    return { title, description, site: siteLine(host, preview.site), image: ownImage(image) };
  }
  if (isTwitterLink(link))
    return { title: 'Publicación en X', description: null, site: 'x.com', image: null };
  const path = url.pathname + url.search;
  return { title: host, description: path === '/' ? null : path, site: null, image: null };
}

function siteLine(host: string, site: string | null): string {
  return site && site.toLowerCase() !== host ? `${host} · ${site}` : host;
}

function ownImage(image: string | null): string | null {
  return image !== null && ownPath(image) !== null ? image : null;
}
