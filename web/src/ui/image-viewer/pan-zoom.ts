/** Offset from the centre of the screen, in CSS pixels. */
export type PanZoom = { readonly scale: number; readonly x: number; readonly y: number };
export type Point = { readonly x: number; readonly y: number };
export type Size = { readonly width: number; readonly height: number };

export const whole: PanZoom = { scale: 1, x: 0, y: 0 };
export const doubleTapScale = 2.5;
const largest = 6;

/** Zooms about `at`, relative to the centre, which stays in place. Never smaller than the whole picture. */
export function zoomAt(view: PanZoom, factor: number, at: Point): PanZoom {
  const scale = Math.min(largest, Math.max(1, view.scale * factor));
  const by = scale / view.scale;
  return { scale, x: at.x - (at.x - view.x) * by, y: at.y - (at.y - view.y) * by };
}

/** A picture larger than the screen covers it; a smaller one is centred. */
export function keepInside(view: PanZoom, picture: Size, screen: Size): PanZoom {
  const { scale } = view;
  return {
    scale,
    x: clamp(view.x, (picture.width * scale - screen.width) / 2),
    y: clamp(view.y, (picture.height * scale - screen.height) / 2),
  };
}

function clamp(value: number, bound: number): number {
  return bound <= 0 ? 0 : Math.min(bound, Math.max(-bound, value));
}
