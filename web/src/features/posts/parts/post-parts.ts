import { createElement, type ReactNode, useEffect, useSyncExternalStore } from 'react';

import type { PostView } from '../../../../../contract/src/calls/shapes.ts';
import type { PostPartsProps } from './PostParts.tsx';

type Draw = (props: PostPartsProps) => ReactNode;

let draw: Draw | null = null;
const listeners = new Set<() => void>();

// The words of a post are not held back for longer by a slow way to the rest.
const patienceMs = 3000;

/** Whether a post shows more than its text. */
export function hasParts({ link, media, poll, quoteOf }: PostView): boolean {
  return Boolean(link || media || poll || quoteOf);
}

/**
 * Fetches what shows more than text, if any of the posts needs it. What reads posts waits for this, so that they are
 * as high from the first as they will be. Never fails: without it they show their text.
 */
export async function loadPartsFor(posts: readonly PostView[]): Promise<void> {
  if (draw || !posts.some(hasParts)) return;
  await Promise.race([load(), new Promise((resolve) => setTimeout(resolve, patienceMs))]);
}

/** What draws more than the text: null until it is there. Who asks makes it come. */
export function usePostParts(): Draw | null {
  const known = useSyncExternalStore(subscribe, () => draw);
  useEffect(() => {
    if (!known) void load();
  }, [known]);
  return known;
}

async function load(): Promise<void> {
  const module = await import('./PostParts.tsx').catch(() => null);
  if (!module) return;
  draw ??= (props) => createElement(module.PostParts, props);
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
