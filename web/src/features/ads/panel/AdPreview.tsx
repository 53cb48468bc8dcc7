import { linkHost, normaliseLink } from '../../../../../contract/src/rules/links.ts';
import type { Attachment } from '../../posts/files/attachment.ts';
import { AdCard } from '../AdCard.tsx';
import type { AdDraft } from './ad-draft.ts';

import styles from './AdPreview.module.css';

export function AdPreview({ draft, attachment }: { draft: AdDraft; attachment: Attachment | null }) {
  const { title, text } = draft;
  const link = normaliseLink(draft.linkUrl);
  const site = draft.site.trim() || (link === null ? '' : linkHost(link));
  const isEmpty = !attachment && !title.trim() && !text.trim() && !site;
  const preview = {
    title: title.trim(),
    text: text.trim(),
    site: site || 'tu-sitio.com.ar',
    imageUrl: attachment?.type === 'image' ? attachment.url : null,
    videoUrl: attachment?.type === 'video' ? attachment.url : null,
    width: attachment?.width ?? null,
    height: attachment?.height ?? null,
    color: null,
  };
  return (
    <section aria-label="Vista previa">
      <h3 className={styles.title}>Vista previa</h3>
      <div className={styles.frame}>
        {isEmpty ? (
          <p className={styles.empty}>Acá lo vas a ver como en el feed.</p>
        ) : (
          <AdCard ad={preview} href={link ?? undefined} draft />
        )}
      </div>
    </section>
  );
}
