export type Place = { left: number; top: number; bottom: number };

const shaping = [
  'borderBottomWidth',
  'borderLeftWidth',
  'borderRightWidth',
  'borderTopWidth',
  'boxSizing',
  'direction',
  'font',
  'letterSpacing',
  'lineHeight',
  'paddingBottom',
  'paddingLeft',
  'paddingRight',
  'paddingTop',
  'textAlign',
  'textIndent',
  'wordSpacing',
] as const;

/** In window pixels. */
export function placeInBox(box: HTMLTextAreaElement, index: number): Place {
  // Text boxes do not expose it, so a hidden copy with the same layout is measured.
  const copy = document.createElement('div');
  const style = getComputedStyle(box);
  for (const name of shaping) copy.style[name] = style[name];
  Object.assign(copy.style, {
    position: 'fixed',
    visibility: 'hidden',
    width: `${box.offsetWidth}px`,
    borderStyle: 'solid',
    overflowWrap: 'break-word',
    whiteSpace: 'pre-wrap',
  });
  const mark = document.createElement('span');
  mark.textContent = box.value.slice(index, index + 1) || '.';
  copy.append(box.value.slice(0, index), mark, box.value.slice(index + 1));
  document.body.append(copy);
  const [at, origin, frame] = [mark, copy, box].map((part) => part.getBoundingClientRect()) as [
    DOMRect,
    DOMRect,
    DOMRect,
  ];
  copy.remove();
  const top = frame.top + at.top - origin.top - box.scrollTop;
  return { left: frame.left + at.left - origin.left, top, bottom: top + at.height };
}
