// Runs before the first paint: the kept theme, and the first calls while the program itself still loads.
(() => {
  const keptTheme = () => {
    try {
      return localStorage.getItem('tablon.theme');
    } catch {
      return null;
    }
  };
  const kept = keptTheme();
  const light = kept ? kept === 'dia' : matchMedia('(prefers-color-scheme: light)').matches;
  document.documentElement.dataset.theme = light ? 'dia' : 'noche';
  document.querySelector('meta[name="theme-color"]').content = light ? '#ffffff' : '#0d1520';

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
    keep(
      feed,
      isMember.then((member) => (member ? ask(feed) : null)),
    );
  }
  globalThis.tablonEarly = early;
})();
