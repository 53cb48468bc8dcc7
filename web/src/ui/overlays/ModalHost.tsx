import { Fragment, useSyncExternalStore } from 'react';

import { readModals, subscribeModals } from './modals.ts';

/** Where the dialogs of `modals.ts` appear; once in the page, before the questions that may stand over them. */
export function ModalHost() {
  const modals = useSyncExternalStore(subscribeModals, readModals);
  return modals.map(({ id, content }) => <Fragment key={id}>{content}</Fragment>);
}
