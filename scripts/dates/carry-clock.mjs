// Preloaded into every Node of a run with a shifted clock. Tests start servers, and servers PostgreSQL, with
// environments of their own: without this they would use the machine's date.
import { ChildProcess } from 'node:child_process';

const spawn = ChildProcess.prototype.spawn;

ChildProcess.prototype.spawn = function (options) {
  const own = new Map((options.envPairs ?? []).map((pair) => pair.split(/=(.*)/s, 2)));
  for (const name of ['LD_PRELOAD', 'CLOCK_AHEAD', 'TZ']) {
    if (process.env[name] !== undefined) own.set(name, process.env[name]);
  }
  const self = `--import=${import.meta.url}`;
  const given = own.get('NODE_OPTIONS') ?? '';
  if (!given.includes(self)) own.set('NODE_OPTIONS', `${given} ${self}`.trim());
  return spawn.call(this, { ...options, envPairs: [...own].map(([name, value]) => `${name}=${value}`) });
};
