// What TypeScript uses of node.mjs, which stays JavaScript for the Node that runs it.
export const serverOptions: readonly string[];
