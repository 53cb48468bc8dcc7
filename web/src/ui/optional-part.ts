import { type ComponentType, lazy } from 'react';

import { ignoreMissingChunk } from './browser/chunks.ts';

/** A lazily loaded part that a screen can do without: when it cannot be fetched, nothing is drawn in its place. */
export function optionalPart<Props>(load: () => Promise<ComponentType<Props>>) {
  return lazy<ComponentType<Props>>(async () => ({
    default: (await load().catch(ignoreMissingChunk)) ?? nothing,
  }));
}

const nothing = () => null;
