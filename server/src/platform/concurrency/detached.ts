/**
 * V8 keeps a part of a string, or joined strings, as a reference to what they were made of: an id out of a
 * request would hold the request's whole address or header as long as it is cached.
 * @returns the same text in memory of its own
 */
export function detached(text: string): string {
  const copy = Buffer.from(text).toString();
  // Half of a surrogate pair has no UTF-8. Nothing that comes out of an address or a header has one.
  return copy === text ? copy : text;
}
