import type { PostView } from '../../calls/shapes.ts';
import { linkHost } from '../links.ts';
import { pollLine } from '../polls.ts';

/** Names the part that a quoted post's small card leaves out; empty when there is none. */
export function quotedHint(
  { poll, link, quoteOf }: Pick<PostView, 'poll' | 'link' | 'quoteOf'>,
  now: number,
): string {
  if (poll) return `Encuesta · ${pollLine(poll, new Date(now))}`;
  if (link) return linkHost(link);
  return quoteOf ? 'Cita otra publicación' : '';
}
