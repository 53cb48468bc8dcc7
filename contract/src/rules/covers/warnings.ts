import type { WarningKind } from '../../calls/shapes.ts';
import { cleanLine } from '../clean-text.ts';
import { limits } from '../limits.ts';
import { codePoints } from '../text.ts';

/** The labels of the kinds; that of `otra` is the author's own. */
const labels: Record<WarningKind, string | null> = {
  spoiler: 'Spoiler',
  sensible: 'Contenido sensible',
  otra: null,
};

/** The label of a warning; `written` is the author's own. */
export function warningLabel(kind: WarningKind, written: string | null): string {
  return labels[kind] ?? written ?? '';
}

/** An author's own label as stored; null when it is empty or too long. */
export function ownLabel(typed: string): string | null {
  const label = cleanLine(typed);
  return label !== '' && codePoints(label) <= limits.warningLabel ? label : null;
}
