import { type CSSProperties, lazy, Suspense } from 'react';

import { useFeedClub } from '../features/clubs/feed-club.ts';
import { Composer } from '../features/composer/Composer.tsx';
import { Feed } from '../features/feed/Feed.tsx';
import { useFeature, useSession } from '../features/session/use-session.ts';
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
  await afterPaint();
  const module = await import('../features/ads/FeedAds.tsx').catch(ignoreMissingChunk);
  return { default: module?.FeedAds ?? (() => null) };
});

const Newcomer = optionalPart(async () => {
  await afterPaint();
  return (await import('../features/discovery/Newcomer.tsx')).Newcomer;
});

const FeedClubSelect = optionalPart(
  async () => (await import('../features/clubs/FeedClubSelect.tsx')).FeedClubSelect,
);

const FirstSteps = optionalPart(async () => {
  await afterPaint();
  return (await import('../features/onboarding/FirstSteps.tsx')).FirstSteps;
});

const ReadingCard = optionalPart(
  async () => (await import('../features/reading/ReadingCard.tsx')).ReadingCard,
);

// Lets the first posts be painted before.
function afterPaint(): Promise<unknown> {
  return new Promise((resolve) => setTimeout(resolve));
}

// The tabs' scroll positions outlive the screen.
const places = new Map<string, number>();

export function FeedPage() {
  const { onboarding, user } = useSession();
  const { tab, select, start, toStart } = useAddressTab(['siguiendo', 'paraVos'], places);
  const asksReading = useFeature('publico') && user?.publicReading === null;

  const hasClubs = useFeature('cuadros');
  const feedClub = useFeedClub();
  const club = tab === 'paraVos' ? feedClub : undefined;

  return (
    <>
      <Composer publish={(author, extras) => extras.publish(author, tab)} />
      {onboarding && (
        <div
          className={styles.firstSteps}
          style={{ '--steps': Object.keys(onboarding).length } as CSSProperties}
        >
          <Suspense>
            <FirstSteps />
          </Suspense>
        </div>
      )}
      {asksReading && (
        <Suspense fallback={<div className={styles.asked} />}>
          <ReadingCard />
        </Suspense>
      )}
      <StickyTabs
        id="feed"
        label="Publicaciones"
        tabs={tabs}
        selected={tab}
        onSelect={select}
        start={start}
      />
      <TabPanel id="feed" selected={tab} className={styles.panel}>
        {tab === 'paraVos' && hasClubs && (
          <Suspense fallback={<div className={styles.club} />}>
            <FeedClubSelect />
          </Suspense>
        )}
        <Feed
          key={`${tab} ${club ?? ''}`}
          tab={tab}
          club={club}
          label={tab === 'siguiendo' ? 'Siguiendo' : 'Para vos'}
          onTop={toStart}
          Ads={FeedAds}
          Newcomer={Newcomer}
        />
      </TabPanel>
    </>
  );
}
