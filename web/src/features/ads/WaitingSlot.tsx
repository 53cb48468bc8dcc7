import { type ReactNode, useLayoutEffect, useRef, useState } from 'react';

// Places whose posts were on screen before the ads arrived.
const latePlaces = new Set<string>();

export function expectLate(place: string): void {
  latePlaces.add(place);
}

/** Renders a late ad once its place is out of view, or at once where nothing visible would move. */
export function WaitingSlot({ place, children }: { place: string; children: ReactNode }) {
  const [waits, setWaits] = useState(() => latePlaces.has(place));
  const mark = useRef<HTMLDivElement>(null);

  useLayoutEffect(() => {
    if (!waits || !mark.current) return undefined;
    const draw = () => {
      latePlaces.delete(place);
      setWaits(false);
    };
    const { top } = mark.current.getBoundingClientRect();
    if (scrollY === 0 || top < 0 || top > innerHeight || isLast(mark.current)) {
      draw();
      return undefined;
    }
    const observer = new IntersectionObserver((entries) => {
      if (!entries.at(-1)?.isIntersecting) draw();
    });
    observer.observe(mark.current);
    return () => observer.disconnect();
  }, [waits, place]);

  return waits ? <div ref={mark} /> : children;
}

function isLast(mark: Element): boolean {
  const post = [...document.querySelectorAll('main article')].at(-1);
  return !post || !(mark.compareDocumentPosition(post) & Node.DOCUMENT_POSITION_FOLLOWING);
}
