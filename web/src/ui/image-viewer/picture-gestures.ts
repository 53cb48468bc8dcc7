import { doubleTapScale, keepInside, type PanZoom, type Point, whole, zoomAt } from './pan-zoom.ts';

type Parts = { stage: HTMLElement; picture: HTMLElement };
type Handlers = {
  onView: (view: PanZoom) => void;
  onClose: () => void;
  /** Called with 1 for the next picture, -1 for the previous one; undefined disables swiping. */
  onSwipe: ((by: 1 | -1) => void) | undefined;
};

const tapPx = 10;
const doubleTapMs = 300;
const dismissPx = 96;
const swipePx = 56;

export type PictureGestures = {
  zoomBy: (factor: number) => void;
  move: (by: Point) => void;
  stop: () => void;
};

/**
 * A tap beside the picture, or a vertical drag of the whole picture, closes. Native listeners, because
 * zooming by wheel must prevent scrolling and React's listeners are passive.
 */
export function watchGestures(
  { stage, picture }: Parts,
  { onView, onClose, onSwipe }: Handlers,
): PictureGestures {
  const fingers = new Map<number, Point>();
  const listening = new AbortController();
  const { signal } = listening;
  let view = whole;
  let travelPx = 0;
  let isPinch = false;
  let start: Point = { x: 0, y: 0 };
  // A drag of the whole picture keeps to one axis; its first pixels do not tell which.
  let axis: 'x' | 'y' | null = null;
  let lastTap = { at: 0, x: 0, y: 0 };

  const show = (next: PanZoom) => {
    view = next;
    onView(view);
  };
  const inside = (next: PanZoom) =>
    keepInside(
      next,
      { width: picture.offsetWidth, height: picture.offsetHeight },
      { width: stage.clientWidth, height: stage.clientHeight },
    );
  const fromMiddle = ({ x, y }: Point): Point => {
    const box = stage.getBoundingClientRect();
    return { x: x - box.left - box.width / 2, y: y - box.top - box.height / 2 };
  };
  const zoom = (factor: number, at: Point) => show(inside(zoomAt(view, factor, at)));
  const toggle = (at: Point) => zoom(view.scale > 1 ? 1 / view.scale : doubleTapScale, at);

  const down = (event: PointerEvent) => {
    if (event.button !== 0) return;
    if (fingers.size === 0) {
      travelPx = 0;
      isPinch = false;
      axis = null;
      start = { x: event.clientX, y: event.clientY };
    }
    fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    stage.setPointerCapture(event.pointerId);
  };

  const onMove = (event: PointerEvent) => {
    const before = fingers.get(event.pointerId);
    if (!before) return;
    const now = { x: event.clientX, y: event.clientY };
    travelPx += Math.hypot(now.x - before.x, now.y - before.y);
    const other = [...fingers].find(([id]) => id !== event.pointerId)?.[1];
    fingers.set(event.pointerId, now);
    if (other) {
      isPinch = true;
      const middle = fromMiddle({ x: (now.x + other.x) / 2, y: (now.y + other.y) / 2 });
      zoom(distance(now, other) / Math.max(1, distance(before, other)), middle);
    } else if (view.scale > 1) {
      show(inside({ ...view, x: view.x + now.x - before.x, y: view.y + now.y - before.y }));
    } else if (!isPinch && event.pointerType === 'touch') {
      if (axis === null && travelPx <= tapPx) return;
      const [x, y] = [now.x - start.x, now.y - start.y];
      axis ??= onSwipe && Math.abs(x) > Math.abs(y) ? 'x' : 'y';
      show(axis === 'x' ? { ...whole, x } : { ...whole, y });
    }
  };

  const up = (event: PointerEvent) => {
    if (!fingers.delete(event.pointerId) || fingers.size > 0) return;
    if (view.scale === 1 && Math.abs(view.y) > dismissPx) return onClose();
    if (view.scale === 1 && Math.abs(view.x) > swipePx) onSwipe?.(view.x < 0 ? 1 : -1);
    show(inside(view));
    if (isPinch || travelPx > tapPx || event.type !== 'pointerup') return;
    const onPicture = document.elementsFromPoint(event.clientX, event.clientY).includes(picture);
    if (!onPicture) return onClose();
    const tap = { at: event.timeStamp, x: event.clientX, y: event.clientY };
    const again = tap.at - lastTap.at < doubleTapMs && distance(tap, lastTap) < 40;
    lastTap = again ? { at: 0, x: 0, y: 0 } : tap;
    if (again) toggle(fromMiddle(tap));
  };

  const wheel = (event: WheelEvent) => {
    event.preventDefault();
    zoom(Math.exp(-event.deltaY / 300), fromMiddle({ x: event.clientX, y: event.clientY }));
  };

  stage.addEventListener('pointerdown', down, { signal });
  stage.addEventListener('pointermove', onMove, { signal });
  stage.addEventListener('pointerup', up, { signal });
  stage.addEventListener('pointercancel', up, { signal });
  stage.addEventListener('wheel', wheel, { signal, passive: false });
  addEventListener('resize', () => show(inside(view)), { signal });

  return {
    zoomBy: (factor) => zoom(factor, { x: 0, y: 0 }),
    move: (by) => show(inside({ ...view, x: view.x + by.x, y: view.y + by.y })),
    stop: () => listening.abort(),
  };
}

function distance(a: Point, b: Point): number {
  return Math.hypot(a.x - b.x, a.y - b.y);
}
