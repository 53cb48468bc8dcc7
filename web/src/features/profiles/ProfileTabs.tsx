import type { Ref } from 'react';

import { StickyTabs, TabPanel } from '../../ui/Tabs.tsx';
import { PeopleList } from './PeopleList.tsx';
import type { ProfileTab } from './profile-tab-names.ts';
import { ProfileMedia } from './ProfileMedia.tsx';
import { ProfilePosts } from './ProfilePosts.tsx';

import styles from './ProfileTabs.module.css';

const tabs = [
  { id: 'publicaciones', label: 'Publicaciones' },
  { id: 'media', label: 'Media' },
  { id: 'seguidores', label: 'Seguidores' },
  { id: 'seguidos', label: 'Seguidos' },
] as const;

type Props = {
  uid: string;
  isSelf: boolean;
  selected: ProfileTab;
  onSelect: (tab: ProfileTab) => void;
  start: Ref<HTMLDivElement>;
};

export function ProfileTabs({ uid, isSelf, ...choice }: Props) {
  const { selected } = choice;
  return (
    <>
      <StickyTabs id="profile" label="Perfil" tabs={tabs} className={styles.tabs} {...choice} />
      <TabPanel id="profile" selected={selected}>
        <Content uid={uid} isSelf={isSelf} tab={selected} />
      </TabPanel>
    </>
  );
}

function Content({ uid, isSelf, tab }: { uid: string; isSelf: boolean; tab: ProfileTab }) {
  switch (tab) {
    case 'publicaciones':
      return <ProfilePosts uid={uid} />;
    case 'media':
      return <ProfileMedia uid={uid} />;
    case 'seguidores':
      return (
        <PeopleList
          kind="followers"
          uid={uid}
          label="Seguidores"
          empty={isSelf ? 'Todavía no te sigue nadie.' : 'Todavía no tiene seguidores.'}
        />
      );
    case 'seguidos':
      return (
        <PeopleList
          kind="following"
          uid={uid}
          label="Seguidos"
          empty={isSelf ? 'Todavía no seguís a nadie.' : 'Todavía no sigue a nadie.'}
        />
      );
  }
}
