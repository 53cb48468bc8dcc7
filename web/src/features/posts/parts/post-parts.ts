import { createElement, type ReactNode, useEffect } from 'react';

import type { PostView } from '../../../../../contract/src/calls/shapes.ts';
import { createStore, useStore } from '../../../state/create-store.ts';
import { ignoreMissingChunk } from '../../../ui/browser/chunks.ts';
import type { PostPartsProps } from './PostParts.tsx';

type Draw = (props: PostPartsProps) => ReactNode;

const parts = createStore<Draw | null>(null);

// A slow network must not hold back the text of a post for longer.
const patienceMs = 3000;

export function hasParts({ link, media, poll, quoteOf, warning }: PostView): boolean {
  return Boolean(link || media || poll || quoteOf || warning);
}

/**
 * Loads the code that draws links, media, polls, quotes and covers, if any of the posts needs it. Lists wait
 * for it, so that a card has its final height from the start. Never fails: without it posts show their text.
 */
export async function loadPartsFor(posts: readonly PostView[]): Promise<void> {
  if (parts.read() || !posts.some(hasParts)) return;
  await Promise.race([load(), new Promise((resolve) => setTimeout(resolve, patienceMs))]);
}

/** Null until the code is loaded; the first use loads it. */
export function usePostParts(): Draw | null {
  const draw = useStore(parts);
  useEffect(() => {
    if (!draw) void load();
  }, [draw]);
  return draw;
}

async function load(): Promise<void> {
  const module = await import('./PostParts.tsx').catch(ignoreMissingChunk);
  if (!module || parts.read()) return;
  parts.write((props) => createElement(module.PostParts, props));
}
