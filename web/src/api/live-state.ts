import { createStore } from '../state/create-store.ts';

export const liveState = createStore(false);
