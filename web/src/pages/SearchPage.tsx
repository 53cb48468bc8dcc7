import { HotPosts } from '../features/discovery/HotPosts.tsx';
import { SuggestedPeople } from '../features/discovery/SuggestedPeople.tsx';
import { Search } from '../features/search/Search.tsx';
import { useMedia } from '../ui/browser/use-media.ts';
import { TitleBar } from '../ui/TitleBar.tsx';

export function SearchPage() {
  const hasRail = useMedia('(width >= 1100px)');
  return (
    <>
      <TitleBar title="Buscar" />
      <Search>
        <SuggestedPeople count={6} look="plain" />
        {!hasRail && <HotPosts look="plain" />}
      </Search>
    </>
  );
}
