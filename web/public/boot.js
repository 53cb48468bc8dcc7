// Runs before the first paint: the kept theme, and the first calls while the program itself still loads.
(() => {
  const read = (key) => {
    try {
      return localStorage.getItem(key);
    } catch {
      return null;
    }
  };

  const kept = read('tablon.theme');
  const light = kept ? kept === 'dia' : matchMedia('(prefers-color-scheme: light)').matches;
  document.documentElement.dataset.theme = light ? 'dia' : 'noche';
  document.querySelector('meta[name="theme-color"]').content = light ? '#ffffff' : '#0d1520';

  const early = new Map();
  const start = (address) => {
    const answer = fetch(address, { headers: { accept: 'application/json' } });
    answer.catch(() => undefined);
    early.set(address, answer);
  };
  start('/api/getSession');
  if (read('tablon.member') && ['/', '/feed'].includes(location.pathname)) {
    start('/api/getFeed?tab=siguiendo');
  }
  globalThis.tablonEarly = early;
})();
