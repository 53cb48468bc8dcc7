import { Search } from '../features/search/Search.tsx';
import { TitleBar } from '../ui/TitleBar.tsx';

export function SearchPage() {
  return (
    <>
      <TitleBar title="Buscar" />
      <Search />
    </>
  );
}
