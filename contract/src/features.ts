/** The names that `FEATURES_OFF` takes: parts of the product that an operator can switch off. */
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

/** The parts that this version has; an operator can switch the others off beforehand. */
const builtFeatures: readonly Feature[] = ['publico', 'temas', 'cuadros'];

/** The parts that are on, in the order of the list. */
export function featuresOn(off: readonly Feature[]): readonly Feature[] {
  return builtFeatures.filter((feature) => !off.includes(feature));
}
