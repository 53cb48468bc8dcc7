import type { ComponentType } from 'react';

import { useAddressTab } from '../../ui/browser/use-address-tab.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { LoadMore } from '../../ui/LoadMore.tsx';
import { StickyTabs, TabPanel } from '../../ui/Tabs.tsx';
import { TitleBar } from '../../ui/TitleBar.tsx';
import { MarkAllButton } from './MarkAllButton.tsx';
import { rowsOf } from './notification-pages.ts';
import type { ReplyBoxProps } from './NotificationReply.tsx';
import { NotificationRow } from './NotificationRow.tsx';
import { type NotificationTab, useNotifications } from './notifications-store.ts';
import { NotificationSkeletons } from './NotificationSkeletons.tsx';

const tabs = [
  { id: 'todas', label: 'Todas' },
  { id: 'menciones', label: 'Menciones' },
] as const;

const empty = { todas: 'No hay notificaciones.', menciones: 'Todavía no te mencionó nadie.' };

// The tabs' scroll positions outlive the screen.
const places = new Map<string, number>();

type Props = { ReplyBox: ComponentType<ReplyBoxProps> };

export function Notifications({ ReplyBox }: Props) {
  const { tab, select, start } = useAddressTab(['todas', 'menciones'], places);
  return (
    <>
      <TitleBar title="Notificaciones" action={<MarkAllButton />} />
      <StickyTabs
        id="notifications"
        label="Notificaciones"
        tabs={tabs}
        selected={tab}
        onSelect={select}
        start={start}
      />
      <TabPanel id="notifications" selected={tab}>
        <List key={tab} tab={tab} ReplyBox={ReplyBox} />
      </TabPanel>
    </>
  );
}

function List({ tab, ReplyBox }: Props & { tab: NotificationTab }) {
  const list = useNotifications(tab);
  const rows = list.data && rowsOf(list.data);
  return (
    <>
      {list.isPending && <NotificationSkeletons count={8} />}
      {list.isError && !rows && (
        <ErrorState onRetry={() => void list.refetch()} busy={list.isFetching}>
          No se pudieron cargar tus notificaciones.
        </ErrorState>
      )}
      {rows && rows.length > 0 && (
        <ul aria-label={tab === 'todas' ? 'Notificaciones' : 'Menciones'} aria-busy={list.isFetchingNextPage}>
          {rows.map(([key, item]) => (
            <NotificationRow key={key} item={item} ReplyBox={ReplyBox} />
          ))}
        </ul>
      )}
      {rows?.length === 0 && !list.hasNextPage && <EmptyState>{empty[tab]}</EmptyState>}
      <LoadMore list={list} />
    </>
  );
}
