import type { PostView } from '../../calls/shapes.ts';

type CoveredParts = Pick<
  PostView,
  'link' | 'linkPreview' | 'media' | 'attachments' | 'quoteOf' | 'quoted'
> & {
  poll: object | null;
};

/**
 * A post for places where a cover cannot be opened, such as notifications, titles, previews and pictures: a
 * covered post keeps only its label, as the text.
 */
export function outsideCover<P extends Pick<PostView, 'text' | 'warning'> & Partial<CoveredParts>>(
  post: P,
): P {
  const { warning } = post;
  if (!warning) return post;
  const nothing: CoveredParts = {
    link: null,
    linkPreview: null,
    media: null,
    attachments: [],
    poll: null,
    quoteOf: null,
    quoted: null,
  };
  return { ...post, ...nothing, text: warning.label };
}
