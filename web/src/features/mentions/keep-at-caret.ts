import { placeInBox } from '../../ui/forms/caret-place.ts';

const margin = 8;

/**
 * Below the character, or above it where there is no room.
 * @returns the function that stops it
 */
export function keepAtCaret(list: HTMLElement, box: HTMLTextAreaElement, index: number): () => void {
  let frame = 0;
  const place = () => {
    frame = 0;
    const at = placeInBox(box, index);
    const { offsetWidth: width, offsetHeight: height } = list;
    // A phone's keyboard covers part of the window.
    const bottom = visualViewport ? visualViewport.offsetTop + visualViewport.height : innerHeight;
    const under = at.bottom + 4;
    const top = under + height > bottom - margin ? at.top - height - 4 : under;
    list.style.top = `${Math.max(margin, top)}px`;
    const right = document.documentElement.clientWidth - margin;
    list.style.left = `${Math.max(margin, Math.min(at.left, right - width))}px`;
  };
  const schedule = () => {
    frame ||= requestAnimationFrame(place);
  };
  place();
  const places = [globalThis, box, ...(visualViewport ? [visualViewport] : [])];
  for (const part of places) {
    part.addEventListener('scroll', schedule);
    part.addEventListener('resize', schedule);
  }
  return () => {
    cancelAnimationFrame(frame);
    for (const part of places) {
      part.removeEventListener('scroll', schedule);
      part.removeEventListener('resize', schedule);
    }
  };
}
