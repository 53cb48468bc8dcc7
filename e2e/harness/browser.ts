import { accessSync, constants, existsSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { arch, platform } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export type Browser = { executablePath: string; args: string[]; env: Record<string, string> };

const installed = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

/** For no traffic but the tests' own, also as root and in containers. */
const args = [
  '--no-sandbox',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // Otherwise Chromium starts a third more processes than pages, as spares.
  '--renderer-process-limit=1',
];

export type Browsers = {
  journeys: Browser;
  /** Headless shells lack notifications and installing the app. Null when none is installed. */
  whole: Browser | null;
};

/**
 * `CHROMIUM_PATH`, or else the headless shell from npm (Linux x64) and, for the few journeys that need a
 * whole browser, one on the `PATH`. The shell needs half the CPU (docs/decisions/0014-browser-from-npm.md).
 */
export async function findBrowsers(): Promise<Browsers> {
  const chosenPath = process.env['CHROMIUM_PATH'];
  if (chosenPath && !isExecutable(chosenPath))
    throw new Error(`CHROMIUM_PATH is no executable file: ${chosenPath}`);
  const executablePath = chosenPath ?? onPath();
  const whole = executablePath ? { executablePath, args, env: {} } : null;
  if (!chosenPath && platform() === 'linux' && arch() === 'x64')
    return { journeys: await packagedBrowser(), whole };
  if (!whole) throw new Error('No Chromium found. Install one, or name it in CHROMIUM_PATH.');
  return { journeys: whole, whole };
}

function onPath(): string | undefined {
  const folders = (process.env['PATH'] ?? '').split(delimiter).filter((folder) => folder !== '');
  return folders.flatMap((folder) => installed.map((name) => join(folder, name))).find(isExecutable);
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

async function packagedBrowser(): Promise<Browser> {
  const folder = await unpackedBrowser();
  return {
    executablePath: join(folder, 'chromium'),
    args,
    env: {
      LD_LIBRARY_PATH: join(folder, 'al2023', 'lib'),
      FONTCONFIG_FILE: join(import.meta.dirname, 'fonts.conf'),
    },
  };
}

async function unpackedBrowser(): Promise<string> {
  const bin = join(dirname(fileURLToPath(import.meta.resolve('@sparticuz/chromium'))), '..', 'bin');
  // Inside the package, so that a new version of it is unpacked again.
  const folder = join(bin, 'unpacked');
  if (existsSync(folder)) return folder;
  const staging = mkdtempSync(join(bin, 'unpacking-'));
  try {
    await unpack(bin, staging);
    renameSync(staging, folder);
  } catch (error) {
    rmSync(staging, { recursive: true, force: true });
    // Another process was faster.
    if (!existsSync(folder)) throw error;
  }
  return folder;
}

async function unpack(bin: string, into: string): Promise<void> {
  const { inflate } = await import('@sparticuz/chromium');
  const before = process.env['TMPDIR'];
  // The package unpacks into the system's temporary folder, where other users may have left files.
  process.env['TMPDIR'] = into;
  try {
    for (const archive of ['chromium.br', 'fonts.tar.br', 'swiftshader.tar.br', 'al2023.tar.br']) {
      await inflate(join(bin, archive));
    }
  } finally {
    if (before === undefined) delete process.env['TMPDIR'];
    else process.env['TMPDIR'] = before;
  }
}
