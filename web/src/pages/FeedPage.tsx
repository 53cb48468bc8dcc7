import { lazy } from 'react';

import { Composer } from '../features/composer/Composer.tsx';
import { Feed } from '../features/feed/Feed.tsx';
import { ignoreMissingChunk } from '../ui/browser/chunks.ts';
import { useAddressTab } from '../ui/browser/use-address-tab.ts';
import { optionalPart } from '../ui/optional-part.ts';
import { StickyTabs, TabPanel } from '../ui/Tabs.tsx';

import styles from './FeedPage.module.css';

const tabs = [
  { id: 'siguiendo', label: 'Siguiendo' },
  { id: 'paraVos', label: 'Para vos' },
] as const;

const FeedAds = lazy(async () => {
  // Without the chunk there are no ads.
  await painted();
  const module = await import('../features/ads/FeedAds.tsx').catch(ignoreMissingChunk);
  return { default: module?.FeedAds ?? (() => null) };
});

const Newcomer = optionalPart(async () => {
  await painted();
  return (await import('../features/discovery/Newcomer.tsx')).Newcomer;
});

// The first posts go first.
function painted(): Promise<unknown> {
  return new Promise((resolve) => setTimeout(resolve));
}

// Survives other screens.
const places = new Map<string, number>();

export function FeedPage() {
  const { tab, select, start, toStart } = useAddressTab(['siguiendo', 'paraVos'], places);

  return (
    <>
      <Composer publish={(author, extras) => extras.publish(author, tab)} />
      <StickyTabs
        id="feed"
        label="Publicaciones"
        tabs={tabs}
        selected={tab}
        onSelect={select}
        start={start}
      />
      <TabPanel id="feed" selected={tab} className={styles.panel}>
        <Feed
          key={tab}
          tab={tab}
          label={tab === 'siguiendo' ? 'Siguiendo' : 'Para vos'}
          onTop={toStart}
          Ads={FeedAds}
          Newcomer={Newcomer}
        />
      </TabPanel>
    </>
  );
}
