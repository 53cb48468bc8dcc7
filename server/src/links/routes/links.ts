import { Problem } from '../../../../contract/src/problem.ts';
import { normaliseLink } from '../../../../contract/src/rules/links.ts';
import type { Handlers } from '../../kernel/route.ts';
import type { LinkPreviews } from '../actions/link-previews.ts';

const noPreview = { title: null, description: null, image: null, site: null };

type Needs = { linkPreviews: LinkPreviews };

export function linkRoutes({ linkPreviews }: Needs): Handlers<'linkPreview'> {
  return {
    linkPreview: async ({ input: { url }, session: { uid }, request }) => {
      const link = normaliseLink(url);
      if (link === null) throw new Problem('invalid-argument', 'El enlace no es válido.');
      try {
        return (await linkPreviews.find(link, { uid, signal: request.signal })) ?? noPreview;
      } catch (error) {
        // To the user who typed the link, a failed preview is not an error.
        request.log.warn({ err: error }, 'link preview failed');
        return noPreview;
      }
    },
  };
}
