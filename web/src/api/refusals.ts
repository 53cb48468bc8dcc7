import { createStore } from '../state/create-store.ts';

export const sessionRefusals = createStore(0);
export const rightsRefusals = createStore(0);
