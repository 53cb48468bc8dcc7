import { Fragment } from 'react';

import { useStore } from '../../state/create-store.ts';
import { modals } from './modals.ts';

/** Where the dialogs of `modals.ts` appear. Mount it once, before the questions that may open on top of them. */
export function ModalHost() {
  return useStore(modals).map(({ id, content }) => <Fragment key={id}>{content}</Fragment>);
}
