import { limits } from '../../../../../contract/src/rules/limits.ts';

/** In image pixels. Always the night theme, because others see the Story. */
export const look = {
  width: limits.storyWidth,
  height: limits.storyHeight,
  /** The viewers of Stories cover the top and the bottom. */
  top: 230,
  bottom: 1600,
  margin: 72,
  padding: 56,
  gap: 40,
  radius: 36,
  ground: '#0d1520',
  stripe: '#0f1926',
  chalk: '#1b2735',
  board: '#16202c',
  strip: '#060d15',
  line: '#2a3644',
  text: '#e8ebf1',
  muted: '#9199a4',
  accent: '#56bbf5',
  onAccent: '#060d15',
} as const;

export const boardWidth = look.width - 2 * look.margin;
export const bodyWidth = boardWidth - 2 * look.padding;

export function textFont(size: number, weight: 400 | 600 = 400): string {
  return `${weight} ${size}px Archivo, system-ui, 'Segoe UI', Roboto, sans-serif`;
}

export function boardFont(size: number): string {
  return `600 ${size}px 'Saira Condensed', 'Arial Narrow', system-ui, sans-serif`;
}
