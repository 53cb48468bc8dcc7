import type { PostView } from '../../calls/shapes.ts';
import { linkHost } from '../links.ts';
import { pollLine } from '../polls.ts';

/** Says what the small card of a quoted post leaves out; '' for nothing. */
export function quotedHint(
  { poll, link, quoteOf }: Pick<PostView, 'poll' | 'link' | 'quoteOf'>,
  now: number,
): string {
  if (poll) return `Encuesta · ${pollLine(poll, new Date(now))}`;
  if (link) return linkHost(link);
  return quoteOf ? 'Cita otra publicación' : '';
}
