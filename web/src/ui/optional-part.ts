import { type ComponentType, lazy } from 'react';

import { ignoreMissingChunk } from './browser/chunks.ts';

/** Draws nothing when its code cannot be fetched. */
export function optionalPart<Props>(load: () => Promise<ComponentType<Props>>) {
  return lazy<ComponentType<Props>>(async () => ({
    default: (await load().catch(ignoreMissingChunk)) ?? nothing,
  }));
}

const nothing = () => null;
