import { type ComponentType, lazy } from 'react';

/** A part of a screen that is fetched when it is first shown. Where it does not come, the screen stands without it. */
export function optionalPart<Props>(load: () => Promise<ComponentType<Props>>) {
  return lazy<ComponentType<Props>>(async () => ({ default: await load().catch(() => nothing) }));
}

const nothing = () => null;
