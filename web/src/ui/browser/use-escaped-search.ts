import { useSearch } from 'wouter/use-browser-location';

/**
 * For wouter's `searchHook`: wouter decodes its value before it reads the parameters, which would turn a
 * searched '%41' into 'A' and a line break out of '%0a'.
 * @returns the address's search, escaped once more
 */
export function useEscapedSearch(): string {
  return useSearch().replaceAll('%', '%25');
}
