import { fanOf } from '../../../../contract/src/rules/clubs/fan-of.ts';
import { abbreviate } from '../../../../contract/src/rules/counters.ts';
import { displayHandle } from '../../../../contract/src/rules/handles.ts';
import { limits } from '../../../../contract/src/rules/limits.ts';
import { cutGraphemes } from '../../../../contract/src/rules/texts/graphemes.ts';
import { decorativeBadge } from './badge.ts';
import { type Look, pageDocument } from './document.ts';
import { html, type Html } from './html.ts';
import { profileData } from './json-ld.ts';
import { avatar, nameWithHandle, profilePath } from './people.ts';
import { postCard } from './post-card.ts';
import { imageOfPerson } from './preview-image.ts';
import type { PageSite, ProfileWithPosts } from './public-reads.ts';
import { linkedText } from './texts.ts';

export function profilePage(
  site: PageSite,
  look: Look,
  { content, now }: { content: ProfileWithPosts; now: Date },
): string {
  const { profile, posts } = content;
  const { displayName, bio } = profile.profile;
  const path = profilePath(profile);
  const title = `${nameWithHandle(profile)} en ${site.name}`;
  const line = cutGraphemes(bio.replaceAll(/\s+/g, ' ').trim(), limits.publicDescription);
  const head = {
    title,
    description: line === '' ? `Publicaciones de ${displayName}` : line,
    canonicalUrl: site.publicUrl + path,
    type: 'profile' as const,
    image: imageOfPerson(profile, site),
    indexable: content.indexable,
    feed: { url: `${site.publicUrl}${path}/atom.xml`, title },
    data: profileData(content, site),
  };
  const body = html`${profileHeader(content, site)}
    ${posts.length > 0 ? posts.map((post) => postCard(post, { site, now, isOwnPage: false })) : html`<p class="empty">Todavía no hay publicaciones.</p>`}
    <p class="invite">Para ver más, <a href="/ingresar?volver=${encodeURIComponent(path)}">ingresá</a>.</p>`;
  return pageDocument(site, look, { head, body, path });
}

function profileHeader({ profile: cached }: ProfileWithPosts, site: PageSite): Html {
  const { displayName, handle, bio, cover } = cached.profile;
  const { followersCount, followingCount, postsCount } = cached.profile;
  const club = site.clubs.get(cached.profile.club ?? '');
  return html`<header class="profile">
    <img class="cover" src="${cover ?? '/cover.svg'}" alt="" width="600" height="200" />
    <div class="face">${avatar(cached, 88)}</div>
    <h1>${displayName}</h1>
    ${handle !== '' && html`<p class="handle">${displayHandle(handle)}</p>`}
    ${club && html`<p class="fan"><a href="/club/${club.slug}">${decorativeBadge(club, 'small')} ${fanOf(club)}</a></p>`}
    ${bio !== '' && html`<p class="bio" dir="auto">${linkedText(bio, site)}</p>`}
    <ul class="counts">
      ${count(followersCount, 'Seguidores')}${count(followingCount, 'Seguidos')}${count(postsCount, 'Publicaciones')}
    </ul>
  </header>`;
}

function count(n: number, name: string): Html {
  return html`<li title="${n} ${name}"><b>${abbreviate(n)}</b> ${name}</li>`;
}
