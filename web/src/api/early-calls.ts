declare global {
  // Set by boot.js before this program loads.
  var tablonEarly: Map<string, Promise<Response | null>> | undefined;
}

/** Takes the answer that boot.js has requested already, once; null when boot.js decided not to request it. */
export function takeEarly(address: string): Promise<Response | null> | undefined {
  const answer = globalThis.tablonEarly?.get(address);
  globalThis.tablonEarly?.delete(address);
  return answer;
}

export function dropEarly(): void {
  globalThis.tablonEarly?.clear();
}
