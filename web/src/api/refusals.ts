import { createStore } from '../state/create-store.ts';

/** Counts the answers that say that the session is gone. */
export const sessionRefusals = createStore(0);
/** Counts the answers that say that the session lacks a right. */
export const rightsRefusals = createStore(0);
