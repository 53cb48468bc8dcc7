/** The values that `FEATURES_OFF` accepts. */
export const featureNames = [
  'publico',
  'temas',
  'busqueda',
  'tendencias',
  'cuadros',
  'partidos',
  'prode',
  'puntajes',
  'llaves',
  'programas',
  'incrustar',
] as const;

export type Feature = (typeof featureNames)[number];

/** An operator can switch off the others before they exist. */
const builtFeatures: readonly Feature[] = ['publico', 'temas', 'cuadros'];

export function featuresOn(off: readonly Feature[]): readonly Feature[] {
  return builtFeatures.filter((feature) => !off.includes(feature));
}
