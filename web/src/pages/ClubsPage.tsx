import { AllClubs } from '../features/club-page/AllClubs.tsx';
import { TitleBar } from '../ui/TitleBar.tsx';

/** /clubes: every club, by division. */
export function ClubsPage() {
  return (
    <>
      <TitleBar title="Cuadros" />
      <AllClubs />
    </>
  );
}
