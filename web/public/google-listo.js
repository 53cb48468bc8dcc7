// Ends the popup of a Google sign-in: reports the outcome and closes it. Over a BroadcastChannel, because the
// provider's headers may have cut `opener`.
(() => {
  const outcome = location.hash.slice(1);
  if ('BroadcastChannel' in globalThis) new BroadcastChannel('tablon.google').postMessage(outcome);

  // Set when no popup could be opened and the page itself went to the provider: the path to return to.
  let next = null;
  try {
    next = sessionStorage.getItem('tablon.google');
    sessionStorage.removeItem('tablon.google');
  } catch {
    // Storage is switched off, so this is a popup.
  }
  if (next === null) {
    // Closes after the message is delivered.
    setTimeout(() => close(), 50);
  } else if (outcome === 'in' || outcome === 'new' || outcome === 'kept') {
    location.replace(outcome === 'new' ? '/editar' : next);
  } else {
    location.replace(`/ingresar#google=${outcome}`);
  }
})();
