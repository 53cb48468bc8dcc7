declare global {
  var tablonEarly: Map<string, Promise<Response | null>> | undefined;
}

/** The answer that boot.js already requested, once; null when boot.js decided not to request it. */
export function takeEarly(address: string): Promise<Response | null> | undefined {
  const answer = globalThis.tablonEarly?.get(address);
  globalThis.tablonEarly?.delete(address);
  return answer;
}

export function dropEarly(): void {
  globalThis.tablonEarly?.clear();
}
