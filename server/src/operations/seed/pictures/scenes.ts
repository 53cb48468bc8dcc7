import type { Random } from '../random.ts';
import { ball, circle, crowd, digit, line, type Palette, path, rect, repeat, sky, svg } from './shapes.ts';

/** Returns SVG without letters, faces or club crests. */
export type Scene = (random: Random, palette: Palette) => string;

const grass = '#3f8a4a';
const chalk = '#eef4ea';
const amber = '#ffc23d';

const scoreboard: Scene = (random, { dark, sky: above }) => {
  const scoreDigit = (value: number, x: number) => digit(value, x, 250, 2.7, amber, '#2a2a20');
  const lamps = repeat(9, (i) => circle(180 + i * 155, 90, 26, '#fff6d6'));
  const clock = repeat(4, (i) =>
    digit(
      random.below(i % 2 === 0 ? 6 : 10),
      560 + i * 120 + (i > 1 ? 40 : 0),
      700,
      0.8,
      '#ff5a46',
      '#2a2020',
    ),
  );
  const dots = circle(790, 735, 9, '#ff5a46') + circle(790, 785, 9, '#ff5a46');
  return svg(
    1600,
    1000,
    sky(1600, 1000, dark, above),
    lamps,
    rect(120, 160, 1360, 720, '#16181a', 'rx="24" stroke="#3a3d40" stroke-width="14"'),
    scoreDigit(random.below(5), 300),
    rect(740, 420, 120, 28, amber),
    scoreDigit(random.below(4), 1080),
    clock,
    dots,
    rect(260, 880, 40, 120, '#2c2f31'),
    rect(1300, 880, 40, 120, '#2c2f31'),
  );
};

const pitch: Scene = () => {
  const stripes = repeat(10, (i) => rect(i * 160, 0, 160, 1040, i % 2 ? '#3c8446' : '#469150'));
  const box = (x: number, turn: number) =>
    line(`M${x} 270h${turn * 250}v500h${-turn * 250}M${x} 400h${turn * 90}v240h${-turn * 90}`, chalk, 7);
  return svg(
    1600,
    1040,
    stripes,
    rect(70, 60, 1460, 920, 'none', `stroke="${chalk}" stroke-width="7"`),
    line('M800 60V980', chalk, 7),
    circle(800, 520, 140, 'none', `stroke="${chalk}" stroke-width="7"`),
    circle(800, 520, 10, chalk),
    box(70, 1),
    box(1530, -1),
  );
};

const tactics: Scene = (random, { main }) => {
  const at = (x: number, y: number) => [x + random.between(-40, 40), y + random.between(-40, 40)] as const;
  const eleven = [
    [540, 1270],
    [190, 1060],
    [420, 1110],
    [660, 1110],
    [890, 1060],
    [300, 800],
    [540, 850],
    [780, 800],
    [220, 470],
    [540, 380],
    [860, 470],
  ];
  const own = eleven.map(([x = 0, y = 0]) => circle(...at(x, y), 34, main, 'stroke="#fff" stroke-width="7"'));
  const theirs = repeat(6, () => {
    const [x, y] = [random.between(120, 960), random.between(150, 900)];
    return line(`M${x - 26} ${y - 26}l52 52M${x + 26} ${y - 26}l-52 52`, '#e9e4d4', 11);
  });
  const runs = repeat(3, (i) => {
    const [x, y] = [220 + i * 320, 470];
    const bend = random.between(-120, 120);
    return line(
      `M${x} ${y - 50}q${bend} -130 ${bend / 2} -250`,
      amber,
      10,
      'stroke-dasharray="26 16" stroke-linecap="round"',
    );
  });
  return svg(
    1080,
    1440,
    rect(0, 0, 1080, 1440, '#23473a'),
    rect(50, 50, 980, 1340, 'none', 'stroke="#9fc4b0" stroke-width="7"'),
    line('M50 720H1030M330 50v180h420V50M330 1390v-180h420v180', '#9fc4b0', 7),
    circle(540, 720, 130, 'none', 'stroke="#9fc4b0" stroke-width="7"'),
    ...own,
    theirs,
    runs,
  );
};

const shirtShape =
  'M360 190L470 150Q600 240 730 150L840 190L1060 360L950 540L840 470V1060H360V470L250 540L140 360Z';

const stripedShirt: Scene = (_, { main, second, dark }) =>
  svg(
    1200,
    1200,
    rect(0, 0, 1200, 1200, '#d9d4c7'),
    `<clipPath id="shirt"><path d="${shirtShape}"/></clipPath>`,
    `<g clip-path="url(#shirt)">${rect(0, 0, 1200, 1200, second)}${repeat(8, (i) => rect(96 + i * 130, 0, 66, 1200, main))}</g>`,
    line(shirtShape, dark, 9, 'stroke-linejoin="round"'),
    line('M470 150Q600 240 730 150', dark, 26),
  );

const sashShirt: Scene = (_, { main, second, dark }) =>
  svg(
    1200,
    1200,
    rect(0, 0, 1200, 1200, '#8fa08f'),
    `<clipPath id="shirt"><path d="${shirtShape}"/></clipPath>`,
    `<g clip-path="url(#shirt)">${rect(0, 0, 1200, 1200, second)}${path('M250 120L420 120L1000 900V1120Z', main)}</g>`,
    line(shirtShape, dark, 9, 'stroke-linejoin="round"'),
    line('M470 150Q600 240 730 150', dark, 26),
  );

const banners: Scene = (random, { main, second, dark }) => {
  const flags = repeat(9, (i) => {
    const [x, y] = [i * 180 + 40, random.between(60, 150)];
    const [upper, lower] = i % 2 ? [main, second] : [second, main];
    return (
      path(`M${x} ${y}q45 -26 90 0t90 0v80q-45 26 -90 0t-90 0Z`, upper) +
      path(`M${x} ${y + 80}q45 26 90 0t90 0v70q-45 26 -90 0t-90 0Z`, lower) +
      line(`M${x} ${y - 20}V500`, '#4b3a2a', 9)
    );
  });
  const heads = crowd(random, { width: 1600, top: 330, bottom: 480 }, [
    main,
    second,
    dark,
    '#c89b7b',
    '#7d5a44',
  ]);
  return svg(1600, 480, sky(1600, 480, '#f2c48d', '#e98a5b'), flags, heads);
};

const floodlight: Scene = (random, { dark }) => {
  const stars = repeat(70, () =>
    circle(random.below(700), random.below(900), random.between(1, 3), '#dfe6f5'),
  );
  const lamps = repeat(20, (i) => circle(216 + (i % 5) * 67, 150 + Math.floor(i / 5) * 62, 24, '#fffbe2'));
  return svg(
    700,
    1750,
    sky(700, 1750, '#0b1020', dark),
    stars,
    path('M180 120L520 120L1400 1750H-700Z', '#fff7cf', 'opacity="0.13"'),
    rect(165, 105, 370, 275, '#2b3038', 'rx="14"'),
    lamps,
    path('M325 380h50l45 1370h-140Z', '#3a404a'),
    repeat(9, (i) => line(`M${318 - i * 4} ${480 + i * 135}L${385 + i * 4} ${560 + i * 135}`, '#565e6b', 8)),
    crowd(random, { width: 700, top: 1560, bottom: 1750 }, ['#1c2230', '#262d3d', '#323a4d', '#453b3f']),
  );
};

const stand: Scene = (random, { main, second, dark, sky: above }) => {
  const smoke = repeat(7, () =>
    circle(
      random.between(100, 1500),
      random.between(180, 380),
      random.between(70, 150),
      second,
      'opacity="0.35"',
    ),
  );
  const paper = repeat(160, () =>
    rect(
      random.below(1600),
      random.below(700),
      9,
      14,
      '#ffffff',
      `transform="rotate(${random.below(60)})" opacity="0.85"`,
    ),
  );
  return svg(
    1600,
    1060,
    sky(1600, 1060, above, '#ffffff'),
    path('M0 140L1600 40V120L0 220Z', dark),
    rect(0, 330, 1600, 730, '#5b5550'),
    crowd(random, { width: 1600, top: 350, bottom: 1040 }, [main, main, second, dark, '#c89b7b', '#8a6248']),
    smoke,
    paper,
  );
};

const ballOnGrass: Scene = (random, { sky: above }) => {
  const blades = repeat(260, () => {
    const [x, y] = [random.below(1200), random.between(790, 1200)];
    return line(
      `M${x} ${y}q${random.between(-12, 12)} -30 ${random.between(-20, 20)} -52`,
      random.chance(0.5) ? '#2f7039' : '#5aa862',
      6,
    );
  });
  return svg(
    1200,
    1200,
    sky(1200, 1200, above, '#f7f3e6'),
    rect(0, 780, 1200, 420, grass),
    rect(0, 830, 1200, 22, chalk, 'opacity="0.8"'),
    `<ellipse cx="620" cy="960" rx="300" ry="40" fill="#1d4d28" opacity="0.6"/>`,
    ball(600, 690, 270),
    blades,
  );
};

const net: Scene = (_, { main }) => {
  const mesh = repeat(34, (i) =>
    line(`M${i * 52 - 60} 180L${i * 48} 1066M0 ${200 + i * 48}H1600`, '#e8ecef', 3, 'opacity="0.75"'),
  );
  return svg(
    1600,
    1066,
    sky(1600, 1066, main, '#f2a65a'),
    circle(1180, 640, 120, '#ffd98a', 'opacity="0.9"'),
    rect(0, 900, 1600, 166, '#2d5b34'),
    mesh,
    rect(0, 150, 1600, 40, '#fbfbf7'),
    rect(0, 150, 44, 916, '#fbfbf7'),
    ball(860, 470, 92),
  );
};

const pennants: Scene = (random, { main, second, dark }) => {
  const rows = repeat(3, (row) =>
    repeat(9, (i) => {
      const [x, y] = [40 + i * 130, 120 + row * 240 + random.between(-6, 6)];
      return path(
        `M${x} ${y}h110l-55 165Z`,
        [main, second, dark][(i + row) % 3] ?? main,
        'stroke="#3b2d20" stroke-width="4"',
      );
    }),
  );
  const strings = repeat(3, (row) => line(`M0 ${112 + row * 240}q300 18 600 6t600 2`, '#3b2d20', 7));
  return svg(
    1200,
    860,
    rect(0, 0, 1200, 860, '#c9a77c'),
    repeat(12, (i) => rect(0, i * 72, 1200, 3, '#b08e63')),
    strings,
    rows,
  );
};

const bars: Scene = (random, { main, second, dark }) => {
  const sizes = Array.from({ length: 10 }, () => random.between(180, 860)).toSorted((a, b) => b - a);
  const rows = sizes.map(
    (size, i) =>
      circle(110, 160 + i * 132, 40, i === 3 ? amber : second) +
      rect(190, 124 + i * 132, size, 72, i === 3 ? amber : main, 'rx="12"'),
  );
  return svg(1100, 1480, rect(0, 0, 1100, 1480, dark), ...rows);
};

const smallBall: Scene = (_, { main }) => svg(320, 240, rect(0, 0, 320, 240, main), ball(160, 120, 84));

/** In different proportions: one is tall, one panoramic, one small. */
export const scenes = {
  scoreboard,
  pitch,
  tactics,
  stripedShirt,
  sashShirt,
  banners,
  floodlight,
  stand,
  ballOnGrass,
  net,
  pennants,
  bars,
  smallBall,
} as const satisfies Record<string, Scene>;

export type SceneName = keyof typeof scenes;
export const sceneNames = Object.keys(scenes) as SceneName[];

export const portrait: Scene = (random, { main, second, dark, sky: above }) => {
  const skin = random.pick(['#e8bd9a', '#c98f68', '#8d5a3b', '#f0cdb0']);
  const hair = random.pick(['#2a1c14', '#5a3a22', '#8a8a86', '#1b1b1d', '#a8742f']);
  const scarf = repeat(7, (i) => rect(116 + i * 24, 268, 24, 46, i % 2 ? second : main));
  const hat = random.chance(0.35)
    ? path('M120 150q80 -110 160 0v22h-160Z', main) + rect(112, 160, 176, 26, second, 'rx="10"')
    : '';
  return svg(
    400,
    400,
    rect(0, 0, 400, 400, above),
    circle(200, 190, 165, second, 'opacity="0.45"'),
    path('M40 400q20 -120 160 -120t160 120Z', dark),
    path('M172 240h56v70h-56Z', skin),
    circle(200, 185, 82, skin),
    path('M118 180q0 -95 82 -95t82 95q-20 -46 -82 -46t-82 46Z', hair),
    hat,
    `<g transform="rotate(${random.between(-4, 4)} 200 318)">${scarf}</g>`,
  );
};
