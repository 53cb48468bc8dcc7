import { cleanup, configure } from '@testing-library/react';
import { beforeAll } from 'vitest';

import { session } from './features/session/session-store.ts';
import { notices } from './ui/overlays/notices.ts';

// The default of one second is too short on a busy machine.
configure({ asyncUtilTimeout: 15_000 });

// The files of a worker share their modules, and come in any order.
beforeAll(() => {
  cleanup();
  document.body.replaceChildren();
  history.replaceState(null, '');
  session.write({ status: 'loading', user: null, isAdmin: false, config: null });
  for (const { id } of notices.read().toasts) notices.dismiss(id);
});
