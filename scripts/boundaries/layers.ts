import type { SourceFile } from './source-file.ts';

type Layer = { name: string; files: RegExp; mayImport: string[] };

/** From top to bottom: a room imports only those below it, and never their routes. */
const rooms = [
  'operations',
  'leaving',
  'moderation',
  'ads',
  'reading',
  'live',
  'accounts',
  'discovery',
  'profiles',
  'timeline',
  'clubs',
  'topics',
  'posts',
  'links',
  'notifications',
  'media',
  'audit',
  'sessions',
  'people',
  'http',
  'instances',
  'kernel',
  'platform',
];

/** The features that others build on: each may import those that follow it. */
const baseFeatures = ['profiles', 'posts', 'reports', 'mentions', 'clubs', 'keys', 'session'];
const base = ['api', 'ui', 'state'];

const inRoom = (layer: string) => new RegExp(String.raw`^server/src/[\w-]+/${layer}(?:/|\.ts$)`);

/**
 * A file belongs to the first layer that matches its path; a layer may always import itself and the contract.
 * Tests may import anything.
 */
export const layers: Layer[] = [
  { name: 'contract', files: /^contract\/src\//, mayImport: [] },

  { name: 'config', files: /^server\/src\/config(?:-machines)?\.ts$/, mayImport: ['platform', 'config'] },
  { name: 'platform', files: /^server\/src\/platform\//, mayImport: [] },
  { name: 'store', files: inRoom('store'), mayImport: ['kernel', 'platform'] },
  { name: 'kernel', files: /^server\/src\/kernel\//, mayImport: ['store', 'platform'] },
  { name: 'cast', files: /^server\/src\/operations\/seed\/cast\.ts$/, mayImport: [] },
  {
    name: 'operations',
    files: /^server\/src\/operations\/(?:backup|commands|import|seed)\//,
    mayImport: ['jobs', 'actions', 'views', 'store', 'kernel', 'platform', 'config', 'cast'],
  },
  { name: 'views', files: inRoom('views'), mayImport: ['store', 'kernel', 'platform'] },
  { name: 'actions', files: inRoom('actions'), mayImport: ['store', 'kernel', 'platform'] },
  {
    name: 'jobs',
    files: inRoom('jobs'),
    mayImport: ['actions', 'views', 'store', 'kernel', 'platform'],
  },
  { name: 'http', files: /^server\/src\/http\//, mayImport: ['kernel', 'platform'] },
  // Shared by the routes of several rooms: cookies, admission.
  {
    name: 'entry',
    files: /^server\/src\/[\w-]+\/[\w-]+\.ts$/,
    mayImport: ['actions', 'views', 'http', 'kernel', 'platform'],
  },
  {
    name: 'routes',
    files: inRoom('routes'),
    mayImport: ['entry', 'actions', 'views', 'http', 'kernel', 'platform'],
  },
  {
    name: 'app',
    files: /^server\/src\/[\w-]+\.ts$/,
    mayImport: [
      'routes',
      'entry',
      'http',
      'operations',
      'jobs',
      'actions',
      'views',
      'store',
      'kernel',
      'platform',
      'config',
      'cast',
    ],
  },

  { name: 'styles', files: /^web\/src\/styles\//, mayImport: [] },
  { name: 'state', files: /^web\/src\/state\//, mayImport: [] },
  { name: 'ui', files: /^web\/src\/ui\//, mayImport: ['styles', 'state'] },
  { name: 'api', files: /^web\/src\/api\//, mayImport: ['state'] },
  ...baseFeatures.map((name, i) => ({
    name,
    files: new RegExp(`^web/src/features/${name}/`),
    mayImport: [...baseFeatures.slice(i + 1), ...base],
  })),
  { name: 'features', files: /^web\/src\/features\//, mayImport: [...baseFeatures, ...base] },
  { name: 'pages', files: /^web\/src\/pages\//, mayImport: ['features', ...baseFeatures, ...base] },
  { name: 'service worker', files: /^web\/src\/service-worker(?:\.ts$|\/)/, mayImport: [] },
  {
    name: 'page root',
    files: /^web\/src\/[\w.-]+$/,
    mayImport: ['pages', 'features', ...baseFeatures, ...base, 'styles'],
  },
];

export function forbiddenImports(files: SourceFile[]): string[] {
  return files.filter((file) => !isTest(file.path)).flatMap(breachesOf);
}

export function isTest(path: string): boolean {
  return /\.test\.tsx?$|^server\/test\/|^e2e\//.test(path);
}

function breachesOf(file: SourceFile): string[] {
  const from = layerOf(file.path);
  if (!from) return [];
  return file.imports
    .map(({ target }) => target)
    .filter((target) => target.includes('/') && /^(contract|server|web|bench|e2e|scripts)\//.test(target))
    .filter((target) => !mayImport(from, file.path, target))
    .map((target) => `${file.path}: ${from.name} may not import ${target}`);
}

function mayImport(from: Layer, path: string, target: string): boolean {
  const to = layerOf(target);
  if (!to || !isBelow(path, target)) return false;
  if (to.name === 'contract') return from.name !== 'platform';
  if (to.name === 'features' && from.name === 'features') return featureOf(path) === featureOf(target);
  return to.name === from.name || from.mayImport.includes(to.name);
}

function isBelow(path: string, target: string): boolean {
  const [from, to] = [roomOf(path), roomOf(target)];
  if (from === undefined || to === undefined || from === to) return true;
  return (
    rooms.indexOf(from) < rooms.indexOf(to) && rooms.includes(from) && layerOf(target)?.name !== 'routes'
  );
}

// The files beside the rooms are above all rooms, except config.ts, which the operator's commands read.
function roomOf(path: string): string | undefined {
  return /^server\/src\/([\w-]+)\//.exec(path)?.[1];
}

function layerOf(path: string): Layer | undefined {
  return layers.find((layer) => layer.files.test(path));
}

function featureOf(path: string): string | undefined {
  return path.split('/')[3];
}
