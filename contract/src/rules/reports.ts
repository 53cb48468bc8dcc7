import { cleanText } from './clean-text.ts';
import { limits } from './limits.ts';
import { cutText } from './text.ts';

export const reportReasons = {
  spam: 'Spam o estafa',
  harassment: 'Acoso',
  discrimination: 'Discriminación (racismo, xenofobia, homofobia…)',
  violence: 'Violencia o amenazas',
  sexual: 'Contenido sexual',
  minors: 'Daño a menores',
  'personal-data': 'Datos personales',
  impersonation: 'Suplantación de identidad',
  copyright: 'Derechos de autor',
  betting: 'Apuestas',
  other: 'Otra razón',
} as const;

export type ReportReason = keyof typeof reportReasons;

export const reportStates = {
  new: 'Nuevo',
  reviewing: 'En revisión',
  upheld: 'Con medidas',
  dismissed: 'Sin medidas',
} as const;

export type ReportState = keyof typeof reportStates;

export type ReportStep = Exclude<ReportState, 'new'>;

export type ReportDecision = Exclude<ReportStep, 'reviewing'>;

export function isDecided(state: ReportState): state is ReportDecision {
  return state === 'upheld' || state === 'dismissed';
}

export function reportNote(input: string): string {
  return cutText(cleanText(input), limits.reportNote);
}
