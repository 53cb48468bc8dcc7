import type { PostView } from '../../calls/shapes.ts';

type Hidden = Pick<PostView, 'link' | 'linkPreview' | 'media' | 'attachments' | 'quoteOf' | 'quoted'> & {
  poll: object | null;
};

/**
 * The part of a post that may stand where no cover can be opened: notifications, titles, previews, pictures. All of an
 * open post; of a covered one its label, as the text.
 */
export function outsideCover<P extends Pick<PostView, 'text' | 'warning'> & Partial<Hidden>>(post: P): P {
  const { warning } = post;
  if (!warning) return post;
  const nothing: Hidden = {
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
