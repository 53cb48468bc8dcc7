const places = 65_536;
const ids: string[] = Array.from({ length: places }, () => '');

/**
 * Caches keep the same id many times: a post is in the lists of all its readers, and each row that PostgreSQL
 * sends has a string of its own. Here a later row gets the string of an earlier one while that has its place.
 * @returns the same text
 */
export function sharedId(id: string): string {
  const place = placeOf(id);
  const earlier = ids[place];
  if (earlier === id) return earlier;
  ids[place] = id;
  return id;
}

/** Ids are random at their end. */
function placeOf(id: string): number {
  let hash = 0;
  for (let i = Math.max(0, id.length - 8); i < id.length; i++) hash = Math.imul(hash, 31) + id.charCodeAt(i);
  return (hash ^ (hash >>> 16)) & (places - 1);
}
