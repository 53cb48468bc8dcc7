/** What is listed, and the JSON made last of it with the person it was made for. */
export type CachedJson = { text?: { person: object | undefined; json: string } };

/** The JSON of something listed: made anew only when its person is another object, as after a change of the profile. */
export function cachedJson(listed: CachedJson, person: object | undefined, make: () => string): string {
  if (listed.text && listed.text.person === person) return listed.text.json;
  const json = make();
  listed.text = { person, json };
  return json;
}
