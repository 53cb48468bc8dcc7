import type { FetchEvent, WorkerScope } from './scope.ts';

// Filled in by the build (web/build-worker.ts).
declare const SHELL_FILES: readonly string[];
declare const SHELL_VERSION: string;

const shellPrefix = 'tablon-shell-';
const shell = shellPrefix + SHELL_VERSION;
/** One entry: the name of the shell that was installed last. The worker that waits belongs to it. */
const nextShell = 'tablon-next-shell';
/** Chunks that were loaded later, with other screens. */
const assets = 'tablon-assets';
const secondTryMs = 1_000;

class VersionMismatch extends Error {}

/** Rejects like `precacheShell`. */
export async function installShell(): Promise<void> {
  await precacheShell();
  await (await caches.open(nextShell)).put(root(), new Response(shell));
}

/** Rejects when the files are of different versions; the next attempt fetches them again. */
export async function precacheShell(): Promise<void> {
  // Another worker with the same files may be running on it.
  const existed = await caches.has(shell);
  try {
    const cache = await caches.open(shell);
    const page = await fetch(root(), { cache: 'no-cache' });
    if (!(await isOwnPage(page))) throw new VersionMismatch('The page is of another version');
    await cache.addAll(SHELL_FILES.map(freshest));
    // Last, because only a shell with its page is served.
    await cache.put(root(), page);
  } catch (error) {
    if (!existed) await caches.delete(shell);
    throw error;
  }
}

export async function dropOldShells(): Promise<void> {
  const names = await caches.keys();
  const old = names.filter((name) => name.startsWith(shellPrefix) && name !== shell);
  // Without an old shell this is the first version, and the chunks belong to it.
  const stale = old.length > 0 ? [...old, assets] : [];
  await Promise.all([...stale, nextShell].map((name) => caches.delete(name)));
}

/** Password links and Atom feeds go to the server. */
export function isPage(path: string): boolean {
  if (/^\/(?:api|media|health|metrics|recuperar)(?:\/|$)|\/atom\.xml$/.test(path)) return false;
  return /^\/(?:perfil\/|@)/.test(path) || !/\.[^/]*$/.test(path);
}

/** Paths where people without an account may get another page (server/src/reading). */
export function isPublicPath(path: string): boolean {
  return /^\/(?:p|perfil|club)\/|^\/@/.test(path);
}

export async function answerPublicPage(scope: WorkerScope, event: FetchEvent): Promise<Response> {
  try {
    return await fetch(event.request);
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    return answerPage(scope, event);
  }
}

/** Takes the next version if one waits and no other window is open. */
export async function answerPage(scope: WorkerScope, event: FetchEvent): Promise<Response> {
  const name = (await takesNext(scope, event)) ? await shellOfNext() : shell;
  const cachedAnswer = await caches.match(root(), { cacheName: name, ignoreVary: true });
  if (cachedAnswer) return cachedAnswer;
  // A sign-out clears the caches while the worker lives on.
  event.waitUntil(
    precacheShell().catch((error: unknown) => {
      // Offline, mid-deployment, or no room: the next navigation tries again.
      const isExpected =
        error instanceof TypeError || error instanceof VersionMismatch || error instanceof DOMException;
      if (!isExpected) throw error;
    }),
  );
  return fetch(event.request);
}

/** A page cannot load a chunk again that failed once, so a network that has just returned gets a second try. */
export async function answerAsset(event: FetchEvent): Promise<Response> {
  const { request } = event;
  const cachedAnswer = await caches.match(request, { ignoreVary: true });
  if (cachedAnswer) return cachedAnswer;
  const answer = await fetch(request).catch((error: unknown) => fetchAgain(request, error));
  if (answer.ok) event.waitUntil(storeAsset(request, answer.clone()));
  return answer;
}

// Another page comes in the middle of a deployment, or from a proxy, whose notice may have the status 200.
async function isOwnPage(page: Response): Promise<boolean> {
  if (!page.ok || page.redirected) return false;
  const fileNames = (await page.clone().text()).match(/\/assets\/[\w.-]+/g) ?? [];
  return fileNames.length > 0 && fileNames.every((file) => SHELL_FILES.includes(file));
}

async function fetchAgain(request: Request, error: unknown): Promise<Response> {
  if (!navigator.onLine) throw error;
  await new Promise((resolve) => setTimeout(resolve, secondTryMs));
  return fetch(request);
}

async function storeAsset(request: Request, answer: Response): Promise<void> {
  await (await caches.open(assets)).put(request, answer);
}

async function takesNext({ registration, clients }: WorkerScope, event: FetchEvent): Promise<boolean> {
  const next = registration.waiting;
  if (!next) return false;
  const windows = await clients.matchAll({ type: 'window', includeUncontrolled: true });
  const others = windows.filter(({ id }) => id !== event.resultingClientId);
  // During a reload the old page still counts as a window.
  if (others.length > (event.request.isReloadNavigation ? 1 : 0)) return false;
  next.postMessage({ type: 'take-over' });
  return true;
}

async function shellOfNext(): Promise<string> {
  const name = await caches.match(root(), { cacheName: nextShell });
  if (name) return name.text();
  // Rolled back to a release that does not write the entry. `caches.keys()` lists in order of creation.
  return (await caches.keys()).findLast((other) => other.startsWith(shellPrefix)) ?? shell;
}

const root = () => new URL('/', location.origin).href;

function freshest(file: string): Request {
  return new Request(new URL(file, location.origin), {
    cache: file.startsWith('/assets/') ? 'default' : 'no-cache',
  });
}
