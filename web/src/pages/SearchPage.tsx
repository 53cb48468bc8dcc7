import { Search } from '../features/search/Search.tsx';

export function SearchPage() {
  return <Search />;
}
