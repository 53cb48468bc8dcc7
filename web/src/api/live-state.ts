import { createStore } from '../state/create-store.ts';

/** Whether live events arrive: polling is unnecessary meanwhile. */
export const liveState = createStore(false);
