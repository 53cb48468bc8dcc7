/** Whether an event comes after a place, both as the server numbers them: `process-number`. */
export function isNews(id: string, place: string | null): boolean {
  const [process, number] = id.split('-');
  const [knownProcess, known] = place?.split('-') ?? [];
  return process !== knownProcess || Number(number) > Number(known);
}
