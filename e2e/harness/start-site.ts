import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { buildIfStale } from '../../server/test/build.ts';
import { startProvider } from '../../server/test/openid/provider.ts';
import { freePort, siteUrl, startProcess } from './site-process.ts';

/**
 * Starts one site for all journeys, with a real OpenID provider in Google's place. Sets `E2E_URL`,
 * `E2E_DATA_DIR` and `E2E_OUTBOX`. Returns the function that stops it and removes its folder.
 */
export default async function startSite(): Promise<() => Promise<void>> {
  await buildIfStale(['page', 'server']);
  const dataDir = await mkdtemp(join(tmpdir(), 'tablon-e2e-'));
  const port = await freePort();
  const url = siteUrl(port);
  const google = await startProvider(`${url}/api/googleCallback`);
  const clean = async () => {
    await google.close();
    await rm(dataDir, { recursive: true, force: true });
  };
  try {
    const { issuer, clientId, clientSecret } = google.config;
    const env = { GOOGLE_ISSUER: issuer, GOOGLE_CLIENT_ID: clientId, GOOGLE_CLIENT_SECRET: clientSecret };
    const stop = await startProcess({ port, dataDir, env });
    process.env['E2E_URL'] = url;
    process.env['E2E_DATA_DIR'] = dataDir;
    process.env['E2E_OUTBOX'] = join(dataDir, 'outbox');
    return async () => {
      await stop();
      await clean();
    };
  } catch (error) {
    await clean();
    throw error;
  }
}
