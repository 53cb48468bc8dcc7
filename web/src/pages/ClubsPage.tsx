import { Redirect } from 'wouter';

import { AllClubs } from '../features/club-page/AllClubs.tsx';
import { useFeature } from '../features/session/use-session.ts';
import { TitleBar } from '../ui/TitleBar.tsx';

export function ClubsPage() {
  if (!useFeature('cuadros')) return <Redirect to="/feed" replace />;
  return (
    <>
      <TitleBar title="Cuadros" />
      <AllClubs />
    </>
  );
}
