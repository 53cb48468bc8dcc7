import { expect, it } from 'vitest';

import { connectionShortage } from './connections.ts';

it('warns when the pools of all processes do not fit into the database', () => {
  expect(connectionShortage(6, 12, 100)).toBeNull();
  expect(connectionShortage(7, 12, 100)).toBe(
    '7 processes with DATABASE_POOL=12 may open 105 connections, and the database accepts 100: raise its ' +
      'max_connections to 115, or lower DATABASE_POOL',
  );
  expect(connectionShortage(1, 47, 60)).toBeNull();
  expect(connectionShortage(1, 48, 60)).toContain('DATABASE_POOL=48');
});
