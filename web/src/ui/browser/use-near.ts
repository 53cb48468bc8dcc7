import { useEffect, useState, type RefObject } from 'react';

/** Within a screen of the viewport; stays true. */
export function useNear(element: RefObject<Element | null>): boolean {
  const [near, setNear] = useState(false);

  useEffect(() => {
    if (near || !element.current) return undefined;
    const nearing = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) setNear(true);
      },
      { rootMargin: '100% 0px' },
    );
    nearing.observe(element.current);
    return () => nearing.disconnect();
  }, [element, near]);

  return near;
}
