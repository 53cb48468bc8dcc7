import type { Club } from '../../../../contract/src/calls/clubs.ts';
import { decorativeBadge } from './badge.ts';
import { type Look, pageDocument } from './document.ts';
import { html } from './html.ts';
import { postCard } from './post-card.ts';
import { siteIcon } from './preview-image.ts';
import type { ClubWithPosts } from './public-club.ts';
import type { PageSite } from './public-reads.ts';

export function clubPage(
  site: PageSite,
  look: Look,
  { content, now }: { content: ClubWithPosts; now: Date },
): string {
  const { club, members, posts, indexable } = content;
  const path = clubPath(club);
  const head = {
    title: `${club.name} en ${site.name}`,
    description: `Lo último que publicaron hinchas de ${club.name}.`,
    canonicalUrl: site.publicUrl + path,
    type: 'website' as const,
    image: siteIcon(site),
    indexable,
    data: null,
  };
  const body = html`<header class="club">
      ${decorativeBadge(club, 'large')}
      <div>
        <h1>${club.name}</h1>
        <p>${members.toLocaleString('es-AR')} ${members === 1 ? 'hincha' : 'hinchas'}</p>
      </div>
    </header>
    ${posts.length > 0 ? posts.map((post) => postCard(post, { site, now, isOwnPage: false })) : html`<p class="empty">Todavía no hay publicaciones de hinchas de ${club.short}.</p>`}
    <p class="invite">Para ver más, <a href="/ingresar?volver=${encodeURIComponent(path)}">ingresá</a>.</p>`;
  return pageDocument(site, look, { head, body, path });
}

export function clubPath({ slug }: Pick<Club, 'slug'>): string {
  return `/club/${slug}`;
}
