// Runs before the first paint, while the program itself still loads: the kept theme, the first calls,
// and the files of the login where that is what was asked for (named by the build).
(() => {
  const entryFiles = [];

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

  if (['/ingresar', '/registrar'].includes(location.pathname)) {
    for (const file of entryFiles) {
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
  }

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
    keep(
      feed,
      known.then((member) => (member ? ask(feed) : null)),
    );
  }
  globalThis.tablonEarly = early;
})();
