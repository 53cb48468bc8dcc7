// The end of the popup of a sign-in with Google: says how it went and closes it. By a channel and not by `opener`: the
// provider's headers may have cut that tie.
(() => {
  const outcome = location.hash.slice(1);
  if ('BroadcastChannel' in globalThis) new BroadcastChannel('tablon.google').postMessage(outcome);

  // Set where no popup could be opened and the page itself went to the provider: where it goes on.
  let next = null;
  try {
    next = sessionStorage.getItem('tablon.google');
    sessionStorage.removeItem('tablon.google');
  } catch {
    // Storage switched off: then it is a popup.
  }
  if (next === null) {
    // After the message is out.
    setTimeout(() => close(), 50);
  } else if (outcome === 'in' || outcome === 'new' || outcome === 'kept') {
    location.replace(outcome === 'new' ? '/editar' : next);
  } else {
    location.replace(`/ingresar#google=${outcome}`);
  }
})();
