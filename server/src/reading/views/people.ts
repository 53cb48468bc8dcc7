import { displayHandle } from '../../../../contract/src/rules/handles.ts';
import { hueOf, initialsOf } from '../../../../contract/src/rules/looks/initials.ts';
import type { CachedProfile } from '../../people/views/profiles.ts';
import { badge } from './badge.ts';
import { html, type Html } from './html.ts';
import type { PageSite } from './public-reads.ts';

/** The path of a profile: by its handle, or by its uid when it has none. */
export function profilePath({ profile: { uid, handle } }: CachedProfile): string {
  return handle === '' ? `/perfil/${uid}` : `/@${handle}`;
}

/** '{name} (@handle)'. */
export function nameWithHandle({ profile: { displayName, handle } }: CachedProfile): string {
  return handle === '' ? displayName : `${displayName} (${displayHandle(handle)})`;
}

/** A round picture, or the initials on the person's own hue. */
export function avatar({ profile: { avatar: src, displayName, uid } }: CachedProfile, size: number): Html {
  if (src !== null)
    return html`<img class="avatar s${size}" src="${src}" alt="" width="${size}" height="${size}" />`;
  return html`<span
    class="avatar initials s${size} h${hueOf(uid)}"
    aria-hidden="true"
    data-initials="${initialsOf(displayName)}"
  ></span>`;
}

/** The name of a person, the badge of the club that they show, and their handle. */
export function names({ profile: { displayName, handle, club } }: CachedProfile, { clubs }: PageSite): Html {
  const drawn = badge(clubs.get(club ?? ''));
  const name = html`<span class="name">${displayName}</span>`;
  return html`${drawn ? html`<span class="named">${name} ${drawn}</span>` : name}
    <span class="handle">${displayHandle(handle)}</span>`;
}
