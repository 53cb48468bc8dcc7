import { namesEtag } from '../../http/request-form.ts';
import { readCursor } from '../../kernel/cursors.ts';
import { pageAnswer } from '../../kernel/page-text.ts';
import { type Handlers, JsonText } from '../../kernel/route.ts';
import type { Writes } from '../../kernel/writes.ts';
import { profileText } from '../../people/views/profiles.ts';
import type { Signer } from '../../platform/secrets/signed.ts';
import { setClub } from '../actions/set-club.ts';
import { clubMembers, type MembersPlace } from '../views/club-members.ts';
import { clubOf, clubPage, ownClub } from '../views/club-page.ts';
import type { ClubReads } from '../views/club-reads.ts';

type Needs = { reads: ClubReads; writes: Writes; signer: Signer };

const daySeconds = 86_400;

export function clubRoutes({
  reads,
  writes,
  signer,
}: Needs): Handlers<'getClubs' | 'getClub' | 'getClubMembers' | 'setClub'> {
  return {
    getClubs: async ({ request, reply }) => {
      const { json, etag } = await reads.clubs.answer();
      reply.header('etag', etag);
      reply.header('cache-control', `max-age=${daySeconds}`);
      if (!namesEtag(request.headers['if-none-match'], etag)) return new JsonText(json);
      reply.code(304);
      return new JsonText('');
    },
    getClub: async ({ input, session }) => ({ club: await clubPage(reads, session.uid, input.slug) }),
    getClubMembers: async ({ input: { slug, cursor }, session: { uid } }) => {
      const name = `fans ${slug}`;
      await clubOf(reads, slug);
      const { items, following, next } = await clubMembers(
        reads,
        uid,
        slug,
        placeOf(readCursor(signer, name, cursor)),
      );
      return pageAnswer(
        signer,
        name,
        { items: items.map(profileText), next: next && placeText(next) },
        { following },
      );
    },
    setClub: async ({ input, session: { uid } }) => {
      await setClub(writes, uid, input);
      return ownClub(writes.db, uid, writes.now());
    },
  };
}

function placeText({ followed, after }: MembersPlace): string {
  return `${followed ? 'followed' : 'others'} ${after.since.toISOString()} ${after.uid}`;
}

function placeOf(text: string | null): MembersPlace | null {
  const [part, since = '', uid = ''] = text?.split(' ') ?? [];
  return part === undefined
    ? null
    : { followed: part === 'followed', after: { since: new Date(since), uid } };
}
