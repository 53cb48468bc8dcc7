import type { SourceFile } from './source-file.ts';

type Layer = { name: string; files: RegExp; mayImport: string[] };

/**
 * Who may import whom. A file belongs to the first layer that matches its path; a layer may always import itself
 * and the contract. Tests stand outside: they may reach anything.
 */
export const layers: Layer[] = [
  { name: 'contract', files: /^contract\/src\//, mayImport: [] },

  { name: 'config', files: /^server\/src\/config\.ts$/, mayImport: ['platform'] },
  { name: 'platform', files: /^server\/src\/platform\//, mayImport: [] },
  { name: 'store', files: /^server\/src\/(?:[\w-]+\/)?store\//, mayImport: ['kernel', 'platform'] },
  { name: 'kernel', files: /^server\/src\/kernel\//, mayImport: ['store', 'platform'] },
  { name: 'views', files: /^server\/src\/(?:[\w-]+\/)?views\//, mayImport: ['store', 'kernel', 'platform'] },
  {
    name: 'actions',
    files: /^server\/src\/(?:[\w-]+\/)?actions\//,
    mayImport: ['store', 'kernel', 'platform'],
  },
  {
    name: 'jobs',
    files: /^server\/src\/(?:[\w-]+\/)?jobs\//,
    mayImport: ['actions', 'views', 'store', 'kernel', 'platform'],
  },
  {
    name: 'routes',
    files: /^server\/src\/(?:(?:[\w-]+\/)?routes|http)\//,
    mayImport: ['actions', 'views', 'kernel', 'platform'],
  },
  // The named people of the tests live there too.
  { name: 'cast', files: /^server\/(?:test|src\/operations\/seed)\/cast\.ts$/, mayImport: [] },
  {
    name: 'seed',
    files: /^server\/src\/(?:operations\/)?seed\//,
    mayImport: ['actions', 'store', 'kernel', 'platform', 'config', 'cast'],
  },
  { name: 'backup', files: /^server\/src\/(?:operations\/)?backup\//, mayImport: ['store', 'platform'] },
  {
    name: 'import',
    files: /^server\/src\/(?:operations\/)?import\//,
    mayImport: ['actions', 'store', 'kernel', 'platform'],
  },
  {
    name: 'commands',
    files: /^server\/src\/(?:operations\/)?commands\//,
    mayImport: ['backup', 'import', 'jobs', 'actions', 'views', 'store', 'kernel', 'platform', 'config'],
  },
  {
    name: 'app',
    files: /^server\/src\/(?:app|main|[\w-]+-main)\.ts$/,
    mayImport: [
      'routes',
      'commands',
      'jobs',
      'actions',
      'views',
      'store',
      'kernel',
      'platform',
      'config',
      'seed',
      'cast',
    ],
  },

  { name: 'styles', files: /^web\/src\/styles\//, mayImport: [] },
  { name: 'ui', files: /^web\/src\/ui\//, mayImport: ['styles'] },
  { name: 'api', files: /^web\/src\/api\//, mayImport: [] },
  // Every feature may build on these four; the others know nothing of each other.
  { name: 'session', files: /^web\/src\/features\/session\//, mayImport: ['api', 'ui'] },
  {
    name: 'posts',
    files: /^web\/src\/features\/posts\//,
    mayImport: ['profiles', 'reports', 'session', 'api', 'ui'],
  },
  {
    name: 'profiles',
    files: /^web\/src\/features\/profiles\//,
    mayImport: ['posts', 'reports', 'session', 'api', 'ui'],
  },
  // The flag stands on posts, comments and profiles.
  {
    name: 'reports',
    files: /^web\/src\/features\/reports\//,
    mayImport: ['posts', 'profiles', 'session', 'api', 'ui'],
  },
  {
    name: 'features',
    files: /^web\/src\/features\//,
    mayImport: ['posts', 'profiles', 'reports', 'session', 'api', 'ui'],
  },
  {
    name: 'pages',
    files: /^web\/src\/pages\//,
    mayImport: ['features', 'posts', 'profiles', 'reports', 'session', 'api', 'ui'],
  },
  { name: 'service worker', files: /^web\/src\/service-worker(?:\.ts$|\/)/, mayImport: [] },
  {
    name: 'page root',
    files: /^web\/src\/[\w.-]+$/,
    mayImport: ['pages', 'features', 'posts', 'profiles', 'reports', 'session', 'api', 'ui', 'styles'],
  },
];

/** The import of another layer that the table does not allow, said in words. */
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
  if (!to) return false;
  if (to.name === 'contract') return true;
  if (to.name === 'features' && from.name === 'features') return featureOf(path) === featureOf(target);
  return to.name === from.name || from.mayImport.includes(to.name);
}

function layerOf(path: string): Layer | undefined {
  return layers.find((layer) => layer.files.test(path));
}

function featureOf(path: string): string | undefined {
  return path.split('/')[3];
}
