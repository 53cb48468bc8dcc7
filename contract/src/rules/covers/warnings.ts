import type { WarningKind } from '../../calls/shapes.ts';
import { cleanLine } from '../clean-text.ts';
import { limits } from '../limits.ts';
import { codePoints } from '../text.ts';

const labels: Record<WarningKind, string | null> = {
  spoiler: 'Spoiler',
  sensible: 'Contenido sensible',
  otra: null,
};

export function warningLabel(kind: WarningKind, authorsLabel: string | null): string {
  return labels[kind] ?? authorsLabel ?? '';
}

/** An author's label as stored; null when it is empty or too long. */
export function ownLabel(input: string): string | null {
  const label = cleanLine(input);
  return label !== '' && codePoints(label) <= limits.warningLabel ? label : null;
}
