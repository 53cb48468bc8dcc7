import { Problem } from '../../../../contract/src/problem.ts';
import { normaliseLink } from '../../../../contract/src/rules/links.ts';
import type { Handlers } from '../../kernel/route.ts';
import type { MediaUrls } from '../../platform/files/media-urls.ts';
import type { LinkPreviews } from '../actions/link-previews.ts';

const noPreview = { title: null, description: null, image: null, site: null };

type Needs = { linkPreviews: LinkPreviews; reads: { readonly mediaUrls: MediaUrls } };

export function linkRoutes({ linkPreviews, reads: { mediaUrls } }: Needs): Handlers<'linkPreview'> {
  return {
    linkPreview: async ({ input: { url }, session: { uid }, request }) => {
      const link = normaliseLink(url);
      if (link === null) throw new Problem('invalid-argument', 'El enlace no es válido.');
      try {
        const preview = await linkPreviews.find(link, { uid, signal: request.signal });
        return preview ? { ...preview, image: mediaUrls.ofPath(preview.image) } : noPreview;
      } catch (error) {
        // A failed preview is not an error to the user.
        request.log.warn({ err: error }, 'link preview failed');
        return noPreview;
      }
    },
  };
}
