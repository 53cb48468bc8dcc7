// Bundles the server's programs, which `bootstrap.mjs` starts: one file loads faster than 1,400 (decision 0073).
import { rolldown } from 'rolldown';

const programs = ['main', 'migrate-main', 'prepare-main', 'seed-main', 'tablon-main'];

const bundle = await rolldown({
  input: programs.map((name) => `server/src/${name}.ts`),
  platform: 'node',
  // Native code, found beside its package, and an optional part of `pg` that is not installed.
  external: ['sharp', '@node-rs/argon2', 'pg-native'],
});
await bundle.write({ dir: 'server/dist', cleanDir: true });
