import type { Feature } from '../../../../contract/src/features.ts';
import { limits } from '../../../../contract/src/rules/limits.ts';
import { shortLink } from '../../../../contract/src/rules/links.ts';
import { cutGraphemes } from '../../../../contract/src/rules/texts/graphemes.ts';
import { splitText, type TextPart } from '../../../../contract/src/rules/texts/split-text.ts';
import type { CachedPost } from '../../posts/views/post-cache.ts';
import { html, type Html } from './html.ts';

/** The `rel` of links that users wrote. */
export const foreign = 'noopener noreferrer nofollow ugc';

type Linking = {
  features: readonly Feature[];
  /** Prefix of the site's own links: empty, or the site's address where the text leaves the site. */
  base?: string;
};

export function linkedText(text: string, { features, base = '' }: Linking): readonly (string | Html)[] {
  return splitText(text).map((part: TextPart) => {
    if (part.kind === 'url')
      return html`<a dir="auto" href="${part.href}" title="${part.href}" rel="${foreign}"
        >${shortLink(part.href)}</a
      >`;
    if (part.kind === 'mention') return html`<a dir="auto" href="${base}/@${part.handle}">${part.text}</a>`;
    if (part.kind === 'topic' && features.includes('temas'))
      return html`<a dir="auto" href="${base}/tema/${encodeURIComponent(part.key)}">${part.text}</a>`;
    return part.text;
  });
}

/** One line of at most `max` characters: the post's warning, else its text, else a word for its content. */
export function postLine({ fields, poll }: CachedPost, max: number = limits.publicDescription): string {
  if (fields.warning) return cutGraphemes(`Contenido con advertencia: ${fields.warning.label}`, max);
  const line = fields.text.replaceAll(/\s+/g, ' ').trim();
  if (line !== '') return cutGraphemes(line, max);
  if (poll)
    return cutGraphemes(`Encuesta: ${poll.order.map((key) => poll.options[key] ?? '').join(' / ')}`, max);
  if (fields.media) return fields.media.type === 'image' ? 'Foto' : 'Video';
  if (fields.quoteOf !== null) return 'Citó una publicación';
  return cutGraphemes(fields.linkPreview?.title ?? fields.link ?? '', max);
}
