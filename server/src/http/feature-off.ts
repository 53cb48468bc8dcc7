import { Problem } from '../../../contract/src/problem.ts';

/** The failure of a call whose part of the product is off. */
export function featureOff(): Problem {
  return new Problem('failed-precondition', 'Esta parte está apagada en este sitio.', {
    reason: 'feature-off',
  });
}
