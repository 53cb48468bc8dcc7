import { AuditLog } from '../features/admin/AuditLog.tsx';
import { LatestPosts } from '../features/admin/LatestPosts.tsx';
import { Totals } from '../features/admin/Totals.tsx';
import { Users } from '../features/admin/Users.tsx';
import { useProofVisit } from '../features/session/proof/admin-proof.ts';
import { useAddressTab } from '../ui/browser/use-address-tab.ts';
import { StickyTabs, TabPanel } from '../ui/Tabs.tsx';

const tabs = [
  { id: 'panel', label: 'Panel' },
  { id: 'registro', label: 'Registro' },
] as const;

// The tabs' scroll positions outlive the screen.
const places = new Map<string, number>();

export function AdminPage() {
  useProofVisit();
  const { tab, select, start } = useAddressTab(['panel', 'registro'], places);
  return (
    <>
      <Totals />
      <StickyTabs
        id="admin"
        label="Administración"
        tabs={tabs}
        selected={tab}
        onSelect={select}
        start={start}
      />
      <TabPanel id="admin" selected={tab}>
        {tab === 'panel' ? (
          <>
            <Users />
            <LatestPosts />
          </>
        ) : (
          <AuditLog />
        )}
      </TabPanel>
    </>
  );
}
