export type CachedJson = { text?: { person: object | undefined; json: string } };

export function cachedJson(item: CachedJson, person: object | undefined, make: () => string): string {
  if (item.text && item.text.person === person) return item.text.json;
  const json = make();
  item.text = { person, json };
  return json;
}
