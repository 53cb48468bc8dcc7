import { createStore } from '../state/create-store.ts';

export const sessionRefusals = createStore(0);
export const rightsRefusals = createStore(0);
/** Counts sign-ins. A request from before the last one says nothing about the session of now. */
export const signIns = createStore(0);
