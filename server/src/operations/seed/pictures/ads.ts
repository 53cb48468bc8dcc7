import type { Scene } from './scenes.ts';
import { ball, circle, line, path, rect, repeat, sky, svg } from './shapes.ts';

const wide = [1600, 900] as const;
const shirtShape = 'M-70 0l40 -14q30 26 60 0l40 14l56 62l-38 34l-22 -22v186h-132v-186l-22 22l-38 -34Z';

const rail: Scene = (_, { main, second, dark }) => {
  const colours = [main, second, '#e0b64a', main, '#d9dde2'];
  const shirts = repeat(
    5,
    (i) =>
      line(`M${220 + i * 290} 180v70`, '#8b9097', 8) +
      `<g transform="translate(${220 + i * 290} 290) scale(1.7) rotate(${i % 2 ? 2 : -2})">` +
      path(shirtShape, colours[i] ?? main) +
      rect(-14, 70, 28, 130, i % 2 ? dark : second, 'opacity="0.55"') +
      '</g>',
  );
  return svg(
    ...wide,
    rect(0, 0, ...wide, '#efe6d6'),
    rect(0, 740, 1600, 160, '#c9a77c'),
    rect(60, 168, 1480, 16, '#5b6067', 'rx="8"'),
    shirts,
  );
};

const nightPitch: Scene = (_, { dark }) =>
  svg(
    ...wide,
    sky(1600, 900, dark, '#2c4a63'),
    repeat(
      2,
      (i) =>
        rect(170 + i * 1240, 150, 20, 420, '#3a3f45') +
        repeat(3, (lamp) => circle(120 + i * 1240 + lamp * 60, 140, 26, '#fff6d6')) +
        path(`M${180 + i * 1240} 150L${i ? 500 : -60} 640h1160Z`, '#fff6d6', 'opacity="0.08"'),
    ),
    path('M0 560h1600v340H0Z', '#3f8a4a'),
    repeat(4, (i) => path(`M${i * 400} 560h200l-40 340h-260Z`, '#4a9a56', 'opacity="0.55"')),
    line('M0 620h1600', '#eef4ea', 6),
    line('M560 620v-210h480v210', '#eef4ea', 14),
    repeat(11, (i) => line(`M${580 + i * 44} 416v200`, '#eef4ea', 2, 'opacity="0.5"')),
    repeat(5, (i) => line(`M566 ${446 + i * 40}h468`, '#eef4ea', 2, 'opacity="0.5"')),
    ball(800, 760, 74),
  );

const pizza: Scene = (random) => {
  const olives = repeat(14, () => {
    const [angle, far] = [random.between(0, 628) / 100, random.between(60, 250)];
    const [x, y] = [Math.round(800 + Math.cos(angle) * far), Math.round(450 + Math.sin(angle) * far)];
    return circle(x, y, 24, '#4d5a2a') + circle(x, y, 10, '#c2452d');
  });
  const cuts = repeat(
    4,
    (i) => `<g transform="rotate(${i * 45} 800 450)">${line('M500 450h600', '#d9952f', 6)}</g>`,
  );
  return svg(
    ...wide,
    rect(0, 0, ...wide, '#7a4b2e'),
    repeat(6, (i) => rect(0, i * 150 + 140, 1600, 6, '#653c23')),
    circle(800, 450, 400, '#efe7db'),
    circle(800, 450, 350, '#c9873f'),
    circle(800, 450, 310, '#f1c65a'),
    cuts,
    olives,
  );
};

export const adScenes = [rail, nightPitch, pizza] as const;
