import type { Club } from '../../../../contract/src/calls/clubs.ts';
import { badgeShapes, badgeSide } from '../../../../contract/src/rules/clubs/badge-shapes.ts';
import { fanOf } from '../../../../contract/src/rules/clubs/fan-of.ts';
import { html, type Html } from './html.ts';

export function badge(club: Club | undefined): Html | null {
  if (!club) return null;
  const name = fanOf(club);
  return html`<svg class="badge" ${box} role="img" aria-label="${name}">
    <title>${name}</title>
    ${shapes(club)}
  </svg>`;
}

/** Screen readers skip it: use it beside words that name the club. */
export function decorativeBadge(club: Club, size: 'small' | 'large'): Html {
  return html`<svg class="badge${size === 'large' && ' large'}" ${box} aria-hidden="true">
    ${shapes(club)}
  </svg>`;
}

const box = html`viewBox="0 0 ${badgeSide} ${badgeSide}"`;

function shapes(club: Club): Html[] {
  return badgeShapes(club).map((shape) =>
    shape.kind === 'fill'
      ? html`<path d="${shape.d}" fill="${shape.colour}" />`
      : html`<path
          d="${shape.d}"
          fill="none"
          stroke="${shape.colour}"
          stroke-width="${shape.strokeWidth}"
        />`,
  );
}
