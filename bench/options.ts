import { resolve } from 'node:path';
import { parseArgs } from 'node:util';

export type BenchOptions = ReturnType<typeof readOptions>;

export function readOptions(args?: string[]) {
  const { values } = parseArgs({
    ...(args && { args }),
    options: {
      connections: { type: 'string', default: '32' },
      rounds: { type: 'string', default: '5' },
      seconds: { type: 'string', default: '1' },
      users: { type: 'string', default: '2000' },
      posts: { type: 'string', default: '20000' },
      /**
       * Comma-separated scenarios, 'publishing', 'pages', 'events', 'burst' or 'streams'; 'processes' compares
       * two processes with one.
       */
      only: { type: 'string' },
      /** Followers of the author of 'events'. The first 10,000 also take part in 'burst' and 'streams'. */
      followers: { type: 'string', default: '10000' },
      /** Everybody publishes, likes, comments and reads at once. */
      burst: { type: 'boolean', default: false },
      /** Also measures a site of a million posts and 300,000 users, which takes many minutes. */
      scale: { type: 'boolean', default: false },
      'scale-posts': { type: 'string', default: '1000000' },
      /** Instead, runs mixed traffic for this many minutes: nothing may be lost, and memory must not grow. */
      soak: { type: 'string' },
      processes: { type: 'string', default: '1' },
      /** A folder for CPU profiles of the server. */
      profile: { type: 'string' },
      json: { type: 'boolean', default: false },
    },
  });
  return {
    connections: positive('connections', values.connections),
    rounds: positive('rounds', values.rounds),
    milliseconds: 1000 * positive('seconds', values.seconds),
    users: positive('users', values.users),
    posts: positive('posts', values.posts),
    followers: positive('followers', values.followers),
    only: values.burst
      ? ['burst']
      : (values.only?.split(',').map((name) => name.trim().toLowerCase()) ?? null),
    scale: values.scale ? positive('scale-posts', values['scale-posts']) : null,
    soak: values.soak === undefined ? null : positive('soak', values.soak),
    processes: positive('processes', values.processes),
    profile: values.profile === undefined ? null : resolve(values.profile),
    json: values.json,
  };
}

function positive(name: string, text: string): number {
  const value = Number(text);
  if (!(value > 0)) throw new Error(`--${name} must be a number above 0, not '${text}'.`);
  return value;
}
