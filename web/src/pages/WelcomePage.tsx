import { useLocation, useSearchParams } from 'wouter';

import { ClubChoice } from '../features/clubs/ClubChoice.tsx';
import { PeopleToFollow } from '../features/discovery/PeopleToFollow.tsx';
import { firstSteps, stepAddress, type StepName } from '../features/onboarding/first-steps.ts';
import { finishStep } from '../features/onboarding/onboarding-state.ts';
import { WelcomeScreen } from '../features/onboarding/WelcomeScreen.tsx';
import { ReadingChoice } from '../features/reading/ReadingChoice.tsx';
import { useSession } from '../features/session/use-session.ts';
import { TitleBar } from '../ui/TitleBar.tsx';

import styles from './WelcomePage.module.css';

const intros: Record<StepName, string> = {
  club: 'Así encontrás a los tuyos. Lo cambiás o lo ocultás cuando quieras.',
  follow: 'Lo que publiquen aparece en Siguiendo.',
  reading: 'Lo cambiás cuando quieras en Cuenta.',
};

export function WelcomePage() {
  const { config } = useSession();
  const [, navigate] = useLocation();
  const [search] = useSearchParams();
  const steps = firstSteps(config?.features ?? []);
  const at = Math.max(
    0,
    steps.findIndex(({ address }) => address === search.get('paso')),
  );
  const [step, next] = [steps[at], steps[at + 1]];
  if (!step) return null;
  const goOn = () => navigate(next ? stepAddress(next) : '/feed');
  return (
    <>
      <TitleBar title="Bienvenida" isHeading={false} />
      <WelcomeScreen
        title={step.title}
        intro={intros[step.name]}
        at={at}
        of={steps.length}
        onSkip={goOn}
        onNext={() => {
          if (step.name === 'reading') void finishStep('reading');
          goOn();
        }}
      >
        {step.name === 'club' && (
          <ClubChoice
            onChosen={(isOpen) => {
              void finishStep('club');
              if (isOpen) goOn();
            }}
          />
        )}
        {step.name === 'follow' && <PeopleToFollow />}
        {step.name === 'reading' && (
          <div className={styles.reading}>
            <ReadingChoice />
          </div>
        )}
      </WelcomeScreen>
    </>
  );
}
