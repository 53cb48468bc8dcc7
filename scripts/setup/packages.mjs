import { accessSync, constants, existsSync, lstatSync, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { resolve } from 'node:path';

import { say } from './child.mjs';

/**
 * Compares npm's record of installed packages, which npm writes last, with the lock file. Uses no network
 * when nothing is missing.
 * @param set 'production' or 'all'
 * @returns whether everything is installed
 */
export async function installPackages(child, set) {
  const locked = readPackages('package-lock.json');
  const present = readPackages('node_modules/.package-lock.json');
  const system = { os: process.platform, cpu: process.arch, libc: libc() };
  const missing = Object.keys(locked).filter(
    (path) => !present[path] && belongsTo(locked[path], set, system),
  );
  const foreign = Object.keys(present).filter((path) => locked[path]?.integrity !== present[path].integrity);
  if (missing.length === 0 && foreign.length === 0) return true;
  if (lstatSync('node_modules', { throwIfNoEntry: false })?.isSymbolicLink()) {
    // npm would empty the target of a symbolic link, which belongs to another project.
    say(
      'node_modules is a link to a folder with other packages than package-lock.json names: install there.',
    );
    return false;
  }
  say(`Installing ${missing.length} packages. This takes a minute or so, once…`);
  // 'ci' removes everything first, which would disturb a running server; an install that only adds does not.
  const adds = foreign.length === 0 && Object.keys(present).length > 0;
  const verb = adds ? ['install', '--no-save'] : ['ci'];
  const extent = ['--include=optional', set === 'all' ? '--include=dev' : '--omit=dev'];
  // No package needs install scripts, and npm 12 blocks them anyway.
  const manner = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  return (await npm(child, [...verb, ...extent, ...manner])) === 0;
}

function readPackages(path) {
  if (!existsSync(path)) return {};
  const { '': _project, ...packages } = JSON.parse(readFileSync(path, 'utf8')).packages;
  return packages;
}

function belongsTo(entry, set, system) {
  if (entry.dev && set !== 'all') return false;
  if (!entry.optional && !entry.devOptional) return true;
  // Platform-specific optional packages are needed only on their platform.
  const fits = (kind) => entry[kind] === undefined || [entry[kind]].flat().includes(system[kind]);
  return entry.os !== undefined && fits('os') && fits('cpu') && fits('libc');
}

function libc() {
  if (process.platform !== 'linux') return undefined;
  process.report.excludeNetwork = true;
  return process.report.getReport().header.glibcVersionRuntime ? 'glibc' : 'musl';
}

function npm(child, args) {
  const env = isHomeUsable() ? {} : { npm_config_cache: resolve('.cache/npm') };
  // The npm that runs this process may be the only one.
  const script = process.env.npm_execpath;
  if (script && /\.c?js$/.test(script)) return child.run(process.execPath, [script, ...args], { env });
  const isWindows = process.platform === 'win32';
  return child.run(isWindows ? 'npm.cmd' : 'npm', args, { env, shell: isWindows });
}

function isHomeUsable() {
  try {
    accessSync(homedir(), constants.W_OK);
    return homedir() !== '/';
  } catch {
    return false;
  }
}
