/** Whether an event comes after a place, both as the server numbers them: `process-number`. */
export function isNews(id: string, place: string | null): boolean {
  return processOf(id) !== processOf(place) || isLater(id, place);
}

/** Whether it comes after a place in the numbers of the same process of the server. */
export function isLater(id: string, place: string | null): boolean {
  return processOf(id) === processOf(place) && numberOf(id) > numberOf(place);
}

const processOf = (place: string | null) => place?.split('-')[0];
const numberOf = (place: string | null) => Number(place?.split('-')[1]);
