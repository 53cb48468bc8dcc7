import { useCallback, useRef } from 'react';

import { Composer } from '../features/composer/Composer.tsx';
import { WriteButton } from '../features/composer/WriteButton.tsx';
import { Feed } from '../features/feed/Feed.tsx';
import { useFeedTab } from '../features/feed/use-feed-tab.ts';
import { TabPanel, Tabs } from '../ui/Tabs.tsx';

import styles from './FeedPage.module.css';

const tabs = [
  { id: 'siguiendo', label: 'Siguiendo' },
  { id: 'paraVos', label: 'Para vos' },
] as const;

export function FeedPage() {
  const head = useRef<HTMLDivElement>(null);
  const listTop = useCallback(() => head.current?.offsetTop ?? 0, []);
  const [tab, select] = useFeedTab(listTop);

  return (
    <>
      <Composer tab={tab} />
      {/* Where the list begins: the tabs themselves stick to the header and do not tell. */}
      <div ref={head} />
      <div className={styles.tabs}>
        <Tabs id="feed" label="Publicaciones" tabs={tabs} selected={tab} onSelect={select} />
      </div>
      <TabPanel id="feed" selected={tab} className={styles.panel}>
        <Feed
          key={tab}
          tab={tab}
          label={tab === 'siguiendo' ? 'Siguiendo' : 'Para vos'}
          onTop={() => scrollTo(0, Math.min(scrollY, listTop()))}
        />
      </TabPanel>
      <WriteButton />
    </>
  );
}
