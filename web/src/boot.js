// Runs before the first paint, while the program itself still loads: the kept theme, the first calls,
// and the files of the login, or of posts with more than text, where they will be needed (named by the build).
(() => {
  const entryFiles = [];
  const partsFiles = [];

  const kept = (key) => {
    try {
      return localStorage.getItem(key);
    } catch {
      return null;
    }
  };

  const theme = kept('tablon.theme');
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

  const ask = (address) =>
    fetch(address, { headers: { accept: 'application/json' }, signal: AbortSignal.timeout(20_000) });
  const early = new Map();
  const keep = (address, answer) => {
    // Whoever takes it hears of the failure; nobody may have to.
    answer.catch(() => undefined);
    early.set(address, answer);
  };

  const session = ask('/api/getSession');
  keep('/api/getSession', session);
  if (['/', '/feed'].includes(location.pathname)) {
    const feed = '/api/getFeed?tab=siguiendo';
    // Only for who is signed in: a refusal would stand in the console.
    const isMember = session.then((answer) => answer.clone().json()).then(({ user }) => Boolean(user));
    const known = kept('tablon.member') ? Promise.resolve(true) : isMember;
    const answer = known.then((member) => (member ? ask(feed) : null));
    keep(feed, answer);
    // The shape of a value tells: inside of a text the quotes are escaped.
    const hasParts = (json) => /"(?:media|poll)":\{|"(?:link|quoteOf)":"/.test(json);
    answer
      .then((posts) => posts?.clone().text())
      .then((json) => hasParts(json) && preload(partsFiles))
      .catch(() => undefined);
  }
  globalThis.tablonEarly = early;
})();
