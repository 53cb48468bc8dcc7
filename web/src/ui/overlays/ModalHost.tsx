import { Fragment } from 'react';

import { useStore } from '../../state/create-store.ts';
import { modals } from './modals.ts';

/** Mount it once, before the questions that may open on top of its dialogs. */
export function ModalHost() {
  return useStore(modals).map(({ id, content }) => <Fragment key={id}>{content}</Fragment>);
}
