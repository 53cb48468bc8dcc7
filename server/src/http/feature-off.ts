import { Problem } from '../../../contract/src/problem.ts';

export function featureOff(): Problem {
  return new Problem('failed-precondition', 'Esta parte está apagada en este sitio.', {
    reason: 'feature-off',
  });
}
