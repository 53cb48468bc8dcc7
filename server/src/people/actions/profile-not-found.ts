import { Problem } from '../../../../contract/src/problem.ts';

/** The failure of every call that names a profile which does not exist. */
export function profileNotFound(): Problem {
  return new Problem('not-found', 'No se encontró el perfil.');
}
