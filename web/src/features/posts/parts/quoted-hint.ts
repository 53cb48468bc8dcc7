import type { PostView } from '../../../../../contract/src/calls/shapes.ts';
import { linkHost } from '../../../../../contract/src/rules/links.ts';
import { pollLine } from '../../../../../contract/src/rules/polls.ts';

/** Names the part that a quoted post's small card leaves out; empty when there is none. */
export function quotedHint({ poll, link, quoteOf }: PostView, now: number): string {
  if (poll) return `Encuesta · ${pollLine(poll, new Date(now))}`;
  if (link) return linkHost(link);
  return quoteOf ? 'Cita otra publicación' : '';
}
