import type { Ref } from 'react';

import { StickyTabs, TabPanel } from '../../ui/Tabs.tsx';
import { PeopleList } from '../profiles/PeopleList.tsx';
import { ClubPosts } from './ClubPosts.tsx';
import type { ClubPage } from './use-club.ts';

const tabs = [
  { id: 'publicaciones', label: 'Publicaciones' },
  { id: 'hinchas', label: 'Hinchas' },
] as const;

export const clubTabNames = ['publicaciones', 'hinchas'] as const;
type ClubTab = (typeof clubTabNames)[number];

type Props = {
  club: ClubPage;
  selected: ClubTab;
  onSelect: (tab: ClubTab) => void;
  start: Ref<HTMLDivElement>;
  onTop: () => void;
};

export function ClubTabs({ club: { slug, short }, onTop, ...choice }: Props) {
  return (
    <>
      <StickyTabs id="club" label="Cuadro" tabs={tabs} {...choice} />
      <TabPanel id="club" selected={choice.selected}>
        {choice.selected === 'publicaciones' ? (
          <ClubPosts slug={slug} short={short} onTop={onTop} />
        ) : (
          <PeopleList
            kind="fans"
            uid={slug}
            label="Hinchas"
            empty={`Todavía nadie muestra que es hincha de ${short}.`}
          />
        )}
      </TabPanel>
    </>
  );
}
