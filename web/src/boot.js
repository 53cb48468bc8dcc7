// Runs before the first paint, while the program still loads: sets the stored theme, sends the first calls,
// and preloads the chunks of the login or of posts with more than text. The build fills in their names.
(() => {
  const entryFiles = [];
  const partsFiles = [];

  const handledLater = () => undefined;

  const readStorage = (key) => {
    try {
      return localStorage.getItem(key);
    } catch (error) {
      // Storage is disabled.
      if (!(error instanceof DOMException)) throw error;
      return null;
    }
  };

  const theme = readStorage('tablon.theme');
  const light = theme ? theme === 'dia' : matchMedia('(prefers-color-scheme: light)').matches;
  document.documentElement.dataset.theme = light ? 'dia' : 'noche';
  document.querySelector('meta[name="theme-color"]').content = light ? '#ffffff' : '#0d1520';

  const preload = (files) => {
    for (const file of files) {
      const style = file.endsWith('.css');
      const rel = style ? 'preload' : 'modulepreload';
      document.head.append(
        Object.assign(document.createElement('link'), {
          rel,
          as: style ? 'style' : '',
          href: file,
          crossOrigin: '',
        }),
      );
    }
  };

  if (['/ingresar', '/registrar'].includes(location.pathname)) preload(entryFiles);

  const request = (address) =>
    fetch(address, { headers: { accept: 'application/json' }, signal: AbortSignal.timeout(20_000) });
  const early = new Map();
  const keep = (address, answer) => {
    // The program handles the failure when it takes the answer; until then it must not count as unhandled.
    answer.catch(handledLater);
    early.set(address, answer);
  };

  const session = request('/api/getSession');
  keep('/api/getSession', session);
  // Must equal the address that the feed requests. Only the session knows which club is 'mine'.
  const feedAddress = () => {
    if (new URLSearchParams(location.search).get('tab') !== 'paraVos') return '/api/getFeed?tab=siguiendo';
    const club = readStorage('tablon.feed-club');
    if (club === 'mine') return null;
    return `/api/getFeed?tab=paraVos${club ? `&club=${club}` : ''}`;
  };

  const feed = ['/', '/feed'].includes(location.pathname) ? feedAddress() : null;
  if (feed) {
    // Only for members: a 401 would show up in the console.
    const isMember = session.then((answer) => answer.clone().json()).then(({ user }) => Boolean(user));
    const mayRead = readStorage('tablon.member') ? Promise.resolve(true) : isMember;
    const readFeed = (member) => {
      if (!member) return null;
      // Nearly every page of posts needs them.
      preload(partsFiles);
      return request(feed);
    };
    keep(feed, mayRead.then(readFeed));
  }
  globalThis.tablonEarly = early;
})();
