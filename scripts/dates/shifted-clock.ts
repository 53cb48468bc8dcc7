import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const source = join(import.meta.dirname, 'shifted-clock.c');
const carry = pathToFileURL(join(import.meta.dirname, 'carry-clock.mjs')).href;

/** A clock ahead of the machine's, for programs and all their children. */
export class ShiftedClock {
  readonly #folder = mkdtempSync(join(tmpdir(), 'tablon-clock-'));
  readonly #library = join(this.#folder, 'shifted-clock.so');

  /** @throws when the preload library cannot be built or does not work here */
  constructor() {
    // PostgreSQL runs as another user, which must be able to read it.
    chmodSync(this.#folder, 0o755);
    const compiler = spawnSync('cc', ['-O2', '-shared', '-fPIC', '-o', this.#library, source]);
    if (compiler.error) {
      throw new Error(
        'There is no C compiler (cc) to build the shifted clock with: apt-get install gcc libc6-dev',
      );
    }
    if (compiler.status !== 0)
      throw new Error(`cc could not build ${source}:\n${compiler.stderr.toString()}`);
    this.#check();
  }

  environment(secondsAhead: number, zone: string): Record<string, string> {
    return {
      LD_PRELOAD: this.#library,
      CLOCK_AHEAD: String(secondsAhead),
      TZ: zone,
      NODE_OPTIONS: `--import=${carry}`,
    };
  }

  remove(): void {
    rmSync(this.#folder, { recursive: true, force: true });
  }

  // The loader only warns about a library that it cannot preload: every run would pass at the machine's date.
  #check(): void {
    const ahead = 400 * 86_400;
    const env = { ...process.env, ...this.environment(ahead, 'Asia/Kolkata') };
    const program = 'console.log(Date.now() / 1000, new Date().getTimezoneOffset())';
    const { stdout } = spawnSync(process.execPath, ['-e', program], { env, encoding: 'utf8' });
    const [now = 0, offset] = stdout.trim().split(' ').map(Number);
    const isShifted = Math.abs(now - Date.now() / 1000 - ahead) < 60 && offset === -330;
    if (!isShifted) throw new Error(`This machine's clock cannot be shifted: a program saw ${stdout.trim()}`);
  }
}
