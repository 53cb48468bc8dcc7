import { useEffect, useState } from 'react';

/** In px. `turn` is where the movement in the current direction began. */
export type Slide = { readonly isAway: boolean; readonly y: number; readonly turn: number };

/** In px: more than a trembling finger. */
const stepPx = 24;

/**
 * Away after scrolling down, back after scrolling up and at the top. A leap of more than `height`, a screen,
 * is no scrolling: a restored position, for instance.
 */
export function slideAfter({ isAway, y: before, turn }: Slide, y: number, height: number): Slide {
  if (y <= 0) return { isAway: false, y, turn: y };
  if (Math.abs(y - before) > height) return { isAway, y, turn: y };
  const from = isAway ? Math.max(turn, y) : Math.min(turn, y);
  if (Math.abs(y - from) > stepPx) return { isAway: !isAway, y, turn: y };
  return { isAway, y, turn: from };
}

/** True while the user scrolls down or types; another screen resets it. */
export function useSlideAway(): boolean {
  const [isAway, setAway] = useState(false);

  useEffect(() => {
    const end = new AbortController();
    const passive = { passive: true, signal: end.signal };
    let slide: Slide = { isAway: false, y: scrollY, turn: scrollY };
    let isTyping = false;
    let { promise: pressEnd, resolve: endPress } = Promise.withResolvers<void>();
    endPress();
    const setSlide = (next: Slide) => {
      slide = next;
      setAway(next.isAway);
    };
    const follow = () => {
      // Rubber bands scroll beyond the end and back.
      const last = document.documentElement.scrollHeight - innerHeight;
      setSlide(slideAfter(slide, Math.min(scrollY, last), innerHeight));
    };
    const type = (next: boolean) => {
      // A keyboard that opens scrolls the page, and scrolling up shows the bar: each input hides it again.
      if (!next && !isTyping) return;
      isTyping = next;
      setSlide({ isAway: next, y: scrollY, turn: scrollY });
    };
    let address = location.href;
    // An overlay's history entry has the address of its page.
    const arrive = () => {
      if (address !== location.href) setSlide({ isAway: false, y: scrollY, turn: scrollY });
      address = location.href;
    };
    addEventListener('scroll', follow, passive);
    addEventListener('input', () => type(true), passive);
    addEventListener('focusout', () => void pressEnd.then(() => type(false)), passive);
    // A bar that returned during a press would take the click from the button under it.
    const press = () => {
      ({ promise: pressEnd, resolve: endPress } = Promise.withResolvers<void>());
    };
    addEventListener('pointerdown', press, { ...passive, capture: true });
    for (const up of ['pointerup', 'pointercancel'])
      addEventListener(up, () => setTimeout(endPress), passive);
    // wouter dispatches pushState as an event.
    for (const move of ['pushState', 'popstate']) addEventListener(move, arrive, passive);
    return () => end.abort();
  }, []);

  return isAway;
}
