import { useEffect, useRef } from 'react';

import { announce } from '../browser/announce.ts';

/** The count that stands beside a text box from `near` on is announced when it appears and at the limit. */
export function useAnnouncedCount(length: number, near: number, limit: number): void {
  const stage = Number(length >= near) + Number(length >= limit);
  const before = useRef(stage);

  useEffect(() => {
    if (stage > before.current) announce(`Escribiste ${length} de ${limit} caracteres.`);
    before.current = stage;
  }, [length, limit, stage]);
}
