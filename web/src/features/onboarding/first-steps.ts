import type { Onboarding } from '../../../../contract/src/calls/onboarding.ts';
import type { Feature } from '../../../../contract/src/features.ts';

export type StepName = keyof Onboarding;

export type FirstStep = { name: StepName; title: string; address: string; feature?: Feature };

const all: readonly FirstStep[] = [
  { name: 'club', title: '¿De qué cuadro sos?', address: 'cuadro', feature: 'cuadros' },
  { name: 'follow', title: 'Seguí a 5 hinchas', address: 'hinchas' },
  { name: 'reading', title: 'Quién puede leerte', address: 'lectura', feature: 'publico' },
];

export function firstSteps(features: readonly string[]): readonly FirstStep[] {
  return all.filter(({ feature }) => !feature || features.includes(feature));
}

export function stepAddress({ address }: Pick<FirstStep, 'address'>): string {
  return `/bienvenida?paso=${address}`;
}
