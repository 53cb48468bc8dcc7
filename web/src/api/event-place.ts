/** Whether an event is newer than a position. Both are `process-number`, as the server numbers them. */
export function isNewer(id: string, place: string | null): boolean {
  return processOf(id) !== processOf(place) || isLater(id, place);
}

export function isLater(id: string, place: string | null): boolean {
  return processOf(id) === processOf(place) && numberOf(id) > numberOf(place);
}

const processOf = (place: string | null) => place?.split('-')[0];
const numberOf = (place: string | null) => Number(place?.split('-')[1]);
