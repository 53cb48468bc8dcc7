import { useState, type Ref } from 'react';

import type { LinkPreview } from '../../../../../contract/src/calls/shapes.ts';
import { linkHost } from '../../../../../contract/src/rules/links.ts';
import { initialsOf } from '../../../../../contract/src/rules/looks/initials.ts';
import { linkCardOf } from '../../../../../contract/src/rules/looks/link-card.ts';
import { classNames } from '../../../ui/class-names.ts';
import { smallerPictures } from '../../../ui/smaller-pictures.ts';

import styles from './LinkCard.module.css';

type Props = {
  id?: string | undefined;
  ref?: Ref<HTMLAnchorElement>;
  link: string;
  preview: LinkPreview | null;
};

/**
 * Without a picture it is a low row. A preview that arrives later stays in that row, so that nothing moves.
 */
export function LinkCard({ id, ref, link, preview }: Props) {
  const [brokenImage, setBrokenImage] = useState<string | null>(null);
  const card = linkCardOf(link, preview);
  const [isRow] = useState(!card?.image);
  if (!card) return null;
  const { title, description, site, image } = card;
  return (
    <a
      id={id}
      ref={ref}
      className={classNames(styles.card, isRow && styles.row)}
      href={link}
      target="_blank"
      rel="noopener noreferrer nofollow ugc"
    >
      <span className={styles.picture}>
        {image && image !== brokenImage ? (
          <img
            {...smallerPictures(image, 144)}
            alt=""
            loading="lazy"
            decoding="async"
            onError={() => setBrokenImage(image)}
          />
        ) : (
          <span aria-hidden>{initialsOf(linkHost(link)).slice(0, 1)}</span>
        )}
      </span>
      <span className={styles.words}>
        {site && <span className={styles.site}>{site}</span>} <span className={styles.title}>{title}</span>{' '}
        {description && <span className={styles.description}>{description}</span>}
      </span>
    </a>
  );
}
