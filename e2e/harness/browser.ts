import { accessSync, constants, existsSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { arch, platform } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export type Browser = { executablePath: string; args: string[]; env: Record<string, string> };

const installed = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

/** Nothing but the tests' own traffic, and it starts as root and inside containers. */
const args = [
  '--no-sandbox',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/**
 * The Chromium that runs the journeys: `CHROMIUM_PATH`, else one on the `PATH`,
 * else the one that came with the npm packages (Linux on x64 only).
 */
export async function findBrowser(): Promise<Browser> {
  const named = process.env['CHROMIUM_PATH'];
  if (named) {
    if (!isExecutable(named)) throw new Error(`CHROMIUM_PATH is no executable file: ${named}`);
    return { executablePath: named, args, env: {} };
  }
  const executablePath = onPath();
  return executablePath ? { executablePath, args, env: {} } : packagedBrowser();
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
  if (platform() !== 'linux' || arch() !== 'x64') {
    throw new Error('No Chromium found. Install one, or name it in CHROMIUM_PATH.');
  }
  const folder = await unpackedBrowser();
  return {
    executablePath: join(folder, 'chromium'),
    args,
    env: { LD_LIBRARY_PATH: join(folder, 'al2023', 'lib'), FONTCONFIG_PATH: join(folder, 'fonts') },
  };
}

async function unpackedBrowser(): Promise<string> {
  const bin = join(dirname(fileURLToPath(import.meta.resolve('@sparticuz/chromium'))), '..', 'bin');
  // Inside the package, so that a new version of it is unpacked anew.
  const folder = join(bin, 'unpacked');
  if (existsSync(folder)) return folder;
  const staging = mkdtempSync(join(bin, 'unpacking-'));
  try {
    await unpack(bin, staging);
    renameSync(staging, folder);
  } catch (error) {
    rmSync(staging, { recursive: true, force: true });
    // Another process was faster: its copy serves as well.
    if (!existsSync(folder)) throw error;
  }
  return folder;
}

async function unpack(bin: string, into: string): Promise<void> {
  const { inflate } = await import('@sparticuz/chromium');
  const before = process.env['TMPDIR'];
  // The package unpacks into the system's temporary folder, which other users may have filled.
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
