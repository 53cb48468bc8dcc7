import { useLayoutEffect, useRef } from 'react';

type Props = { text: string; className?: string | undefined };

/**
 * Turns like a scoreboard's flap on a change. Keep it mounted with '' while there is no count, so that the
 * first count turns too.
 */
export function Flap({ text, className }: Props) {
  const flap = useRef<HTMLSpanElement>(null);
  const last = useRef(text);

  useLayoutEffect(() => {
    if (last.current === text) return;
    last.current = text;
    if (matchMedia('(prefers-reduced-motion: reduce)').matches) return;
    flap.current?.animate(turn, { duration: 120, easing: 'cubic-bezier(.2, 0, 0, 1)' });
  }, [text]);

  return (
    text !== '' && (
      <span ref={flap} className={className}>
        {text}
      </span>
    )
  );
}

const turn = { transform: ['perspective(3em) rotateX(90deg)', 'perspective(3em) rotateX(0)'] };
