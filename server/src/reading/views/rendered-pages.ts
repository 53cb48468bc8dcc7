import { uidOfAddress } from '../../people/views/uid-of-address.ts';
import type { FeedReads } from '../../timeline/views/feed-reads.ts';
import { atomFeed } from './atom.ts';
import { clubPage } from './club-page.ts';
import type { Look } from './document.ts';
import type { RenderedPage } from './page-cache.ts';
import { postPage } from './post-page.ts';
import { profilePage } from './profile-page.ts';
import { publicClub } from './public-club.ts';
import { type PublicSite, publicPost, publicProfile } from './public-reads.ts';

type Needs = PublicSite & { readonly reads: FeedReads; readonly look: Look; readonly now: () => Date };

/** Each renders null for what readers without an account may not see. A `name` is a uid or '@handle'. */
export function pageRenderers(site: Needs) {
  const { reads, look, now } = site;
  const withClubs = async () => ({ ...site, clubs: await reads.clubs.bySlug() });

  async function profileContent(name: string) {
    const uid = await uidOfAddress(reads.db, name);
    return uid === null ? null : publicProfile(reads, uid);
  }

  return {
    async post(id: string): Promise<RenderedPage | null> {
      const content = await publicPost(reads, id);
      return content && rendered(content, postPage(await withClubs(), look, { content, now: now() }));
    },
    async profile(name: string): Promise<RenderedPage | null> {
      const content = await profileContent(name);
      return content && rendered(content, profilePage(await withClubs(), look, { content, now: now() }));
    },
    async atom(name: string): Promise<RenderedPage | null> {
      const content = await profileContent(name);
      return content && rendered(content, atomFeed(content, site));
    },
    async club(slug: string): Promise<RenderedPage | null> {
      const content = site.features.includes('cuadros') ? await publicClub(reads, slug) : null;
      return content && rendered(content, clubPage(await withClubs(), look, { content, now: now() }));
    },
  };
}

function rendered({ indexable, contents }: Omit<RenderedPage, 'text'>, text: string): RenderedPage {
  return { text, indexable, contents };
}
