import { Link2 } from 'lucide-react';
import { useState, type Ref } from 'react';

import type { LinkPreview } from '../../../../../contract/src/calls/shapes.ts';
import { linkCardOf } from './link-card.ts';

import styles from './LinkCard.module.css';

type Props = {
  id?: string | undefined;
  ref?: Ref<HTMLAnchorElement>;
  link: string;
  preview: LinkPreview | null;
};

/** A link's card. As high without a preview as with one, so a late preview moves nothing. */
export function LinkCard({ id, ref, link, preview }: Props) {
  const [broken, setBroken] = useState<string | null>(null);
  const card = linkCardOf(link, preview);
  if (!card) return null;
  const { title, description, site, image } = card;
  return (
    <a
      id={id}
      ref={ref}
      className={styles.card}
      href={link}
      target="_blank"
      rel="noopener noreferrer nofollow ugc"
    >
      <span className={styles.picture}>
        {image && image !== broken ? (
          <img src={image} alt="" loading="lazy" decoding="async" onError={() => setBroken(image)} />
        ) : (
          <Link2 size={20} aria-hidden />
        )}
      </span>
      <span className={styles.words}>
        {site && <span className={styles.site}>{site}</span>} <span className={styles.title}>{title}</span>{' '}
        {description && <span className={styles.description}>{description}</span>}
      </span>
    </a>
  );
}
