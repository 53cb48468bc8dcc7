import { Problem } from '../../../../contract/src/problem.ts';

export function profileNotFound(): Problem {
  return new Problem('not-found', 'No se encontró el perfil.');
}
