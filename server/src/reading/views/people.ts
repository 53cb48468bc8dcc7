import { displayHandle } from '../../../../contract/src/rules/handles.ts';
import { hueOf, initialsOf } from '../../../../contract/src/rules/looks/initials.ts';
import type { CachedProfile } from '../../people/views/profiles.ts';
import { badge } from './badge.ts';
import { html, type Html } from './html.ts';
import type { PageSite } from './public-reads.ts';

export function profilePath({ profile: { uid, handle } }: CachedProfile): string {
  return handle === '' ? `/perfil/${uid}` : `/@${handle}`;
}

export function nameWithHandle({ profile: { displayName, handle } }: CachedProfile): string {
  return handle === '' ? displayName : `${displayName} (${displayHandle(handle)})`;
}

export function avatar({ profile: { avatar: src, displayName, uid } }: CachedProfile, size: number): Html {
  if (src !== null)
    return html`<img class="avatar s${size}" src="${src}" alt="" width="${size}" height="${size}" />`;
  return html`<span
    class="avatar initials s${size} h${hueOf(uid)}"
    aria-hidden="true"
    data-initials="${initialsOf(displayName)}"
  ></span>`;
}

export function names({ profile: { displayName, handle, club } }: CachedProfile, { clubs }: PageSite): Html {
  const badgeMarkup = badge(clubs.get(club ?? ''));
  const name = html`<span class="name">${displayName}</span>`;
  return html`${badgeMarkup ? html`<span class="named">${name} ${badgeMarkup}</span>` : name}
    <span class="handle">${displayHandle(handle)}</span>`;
}
