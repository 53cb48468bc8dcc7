import { createStore } from '../state/create-store.ts';

/** How often the server answered that the session is gone. The session's store subscribes. */
export const sessionRefusals = createStore(0);
/** How often the server answered that the session lacks the right. */
export const rightsRefusals = createStore(0);
