import { Link2 } from 'lucide-react';

import type { LinkPreview } from '../../../../contract/src/calls/shapes.ts';
import { isTwitterLink, linkHost } from '../../../../contract/src/rules/links.ts';

import styles from './LinkCard.module.css';

type Props = { id?: string | undefined; link: string; preview: LinkPreview | null };

/** The card of a post's link: its preview, the generic X card, or at least where it leads. */
export function LinkCard({ id, link, preview }: Props) {
  const { title, description, site } = cardOf(link, preview);
  return (
    <a id={id} className={styles.card} href={link} target="_blank" rel="noopener noreferrer nofollow ugc">
      <span className={styles.icon}>
        <Link2 size={20} aria-hidden />
      </span>
      <span className={styles.words}>
        <span className={styles.title}>{title}</span>
        {site && <span className={styles.site}>{site}</span>}
        {description && <span className={styles.description}>{description}</span>}
      </span>
    </a>
  );
}

function cardOf(link: string, preview: LinkPreview | null) {
  const host = linkHost(link);
  if (preview?.title) {
    return { title: preview.title, description: preview.description, site: preview.site || host };
  }
  if (isTwitterLink(link)) return { title: 'Publicación en X', description: null, site: 'x.com' };
  return { title: host, description: null, site: pathOf(link) };
}

function pathOf(link: string): string {
  const url = URL.parse(link);
  const path = url ? url.pathname + url.search : '';
  return path === '/' ? '' : path;
}
