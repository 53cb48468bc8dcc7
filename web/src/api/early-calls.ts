declare global {
  // Written by boot.js before this program is loaded.
  var tablonEarly: Map<string, Promise<Response | null>> | undefined;
}

/** The answer that boot.js already asked for, once; later calls ask anew. Null when it had no reason to ask. */
export function takeEarly(address: string): Promise<Response | null> | undefined {
  const answer = globalThis.tablonEarly?.get(address);
  globalThis.tablonEarly?.delete(address);
  return answer;
}

/** Forgets what was asked before it was known who is here. */
export function dropEarly(): void {
  globalThis.tablonEarly?.clear();
}
