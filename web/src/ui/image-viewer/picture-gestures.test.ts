// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest';

import { type PanZoom, whole } from './pan-zoom.ts';
import { type PictureGestures, watchGestures } from './picture-gestures.ts';

let gestures: PictureGestures | undefined;

afterEach(() => gestures?.stop());

function drag(...points: [x: number, y: number][]) {
  const stage = document.createElement('div');
  stage.setPointerCapture = () => undefined;
  const onView = vi.fn<(view: PanZoom) => void>();
  const onClose = vi.fn<() => void>();
  const onSwipe = vi.fn<(by: 1 | -1) => void>();
  gestures = watchGestures({ stage, picture: document.createElement('img') }, { onView, onClose, onSwipe });
  const touch = (type: string, [clientX, clientY]: [number, number]) =>
    stage.dispatchEvent(new PointerEvent(type, { pointerId: 1, pointerType: 'touch', clientX, clientY }));
  touch('pointerdown', points[0]!);
  for (const point of points.slice(1)) touch('pointermove', point);
  touch('pointerup', points.at(-1)!);
  return { views: onView.mock.calls.map(([view]) => view), onClose, onSwipe };
}

test('a swipe whose first pixels go askew or up turns to the next picture', () => {
  expect(drag([200, 300], [198, 302], [150, 305], [100, 310]).onSwipe).toHaveBeenCalledExactlyOnceWith(1);
  expect(drag([100, 300], [100, 297], [140, 295], [200, 290]).onSwipe).toHaveBeenCalledExactlyOnceWith(-1);
});

test('a drag down whose first pixels go aside closes, and the picture keeps to its column', () => {
  const { views, onClose, onSwipe } = drag([200, 300], [203, 302], [206, 340], [230, 420]);
  expect(onClose).toHaveBeenCalledOnce();
  expect(onSwipe).not.toHaveBeenCalled();
  expect(views).toEqual([
    { ...whole, y: 40 },
    { ...whole, y: 120 },
  ]);
});
