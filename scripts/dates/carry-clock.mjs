// Preloaded into every Node of a run with a shifted clock. Otherwise processes that tests start with their
// own environment, such as servers, would use the machine's date.
import { ChildProcess } from 'node:child_process';

const spawn = ChildProcess.prototype.spawn;

ChildProcess.prototype.spawn = function (spawnOptions) {
  const own = new Map((spawnOptions.envPairs ?? []).map((pair) => pair.split(/=(.*)/s, 2)));
  for (const name of ['LD_PRELOAD', 'CLOCK_AHEAD', 'TZ']) {
    if (process.env[name] !== undefined) own.set(name, process.env[name]);
  }
  const self = `--import=${import.meta.url}`;
  const options = own.get('NODE_OPTIONS') ?? '';
  if (!options.includes(self)) own.set('NODE_OPTIONS', `${options} ${self}`.trim());
  return spawn.call(this, { ...spawnOptions, envPairs: [...own].map(([name, value]) => `${name}=${value}`) });
};
