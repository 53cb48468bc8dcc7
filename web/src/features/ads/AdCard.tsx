import { ArrowUpRight, Megaphone } from 'lucide-react';
import { type Ref, useId } from 'react';

import type { Ad } from '../../../../contract/src/calls/ads.ts';
import { MediaFrame } from '../posts/media/MediaFrame.tsx';
import { PostVideo } from '../posts/media/PostVideo.tsx';

import styles from './AdCard.module.css';

type Props = {
  ref?: Ref<HTMLElement>;
  ad: Pick<Ad, 'title' | 'text' | 'site' | 'imageUrl' | 'videoUrl' | 'width' | 'height' | 'color'>;
  href: string | undefined;
  draft?: boolean;
};

export function AdCard({ ref, ad, href, draft = false }: Props) {
  const id = useId();
  const { title, text, site, imageUrl, videoUrl } = ad;
  const names = `${id}-label ${id}-site ${id}-title`;
  return (
    <article ref={ref} className={styles.card} aria-labelledby={draft ? undefined : names}>
      <span className={styles.sign} aria-hidden>
        <Megaphone size={20} />
      </span>
      <div className={styles.body}>
        <a className={styles.link} href={href} target="_blank" rel="sponsored noopener">
          <span className={styles.head}>
            <span id={`${id}-site`} className={styles.site}>
              {site}
            </span>
            <ArrowUpRight size={14} aria-hidden className={styles.away} />
            <span id={`${id}-label`} className={styles.label}>
              Publicidad
            </span>
          </span>
          {title && (
            <span id={`${id}-title`} className={styles.title}>
              {title}
            </span>
          )}
          {text && <span className={styles.text}>{text}</span>}
          {imageUrl && (
            <MediaFrame media={{ ...ad, url: imageUrl, type: 'image' }}>
              <img
                className={styles.image}
                src={imageUrl}
                alt=""
                width={ad.width ?? undefined}
                height={ad.height ?? undefined}
                loading="lazy"
                decoding="async"
              />
            </MediaFrame>
          )}
        </a>
        {videoUrl && (
          <PostVideo
            key={videoUrl}
            id={undefined}
            media={{ ...ad, url: videoUrl, type: 'video' }}
            authorName={site}
            muted
          />
        )}
      </div>
    </article>
  );
}
