import { Check, ChevronRight } from 'lucide-react';
import { useId } from 'react';
import { Link } from 'wouter';

import { Button } from '../../ui/Button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx';
import { useSession } from '../session/use-session.ts';
import { firstSteps, stepAddress } from './first-steps.ts';
import { putOffFirstSteps, useFreshOnboarding } from './onboarding-state.ts';

import styles from './FirstSteps.module.css';

export function FirstSteps() {
  const id = useId();
  const { onboarding, config } = useSession();
  useFreshOnboarding();
  if (!onboarding) return null;
  const steps = firstSteps(config?.features ?? []);
  return (
    <section className={styles.card} aria-labelledby={id}>
      <div className={styles.head}>
        <h2 id={id} className={styles.title}>
          Empezá por acá
        </h2>
        <Button size="small" variant="quiet" onClick={() => void putOffFirstSteps()}>
          Ahora no
        </Button>
      </div>
      <ol>
        {steps.map((step, i) => {
          const isDone = onboarding[step.name] === true;
          return (
            <li key={step.name}>
              <Link href={stepAddress(step)} className={classNames(styles.step, isDone && styles.done)}>
                <span className={styles.mark} aria-hidden>
                  {isDone ? <Check size={16} strokeWidth={3} /> : i + 1}
                </span>
                <span className={styles.name}>{step.title}</span>
                {isDone ? (
                  <VisuallyHidden>, listo</VisuallyHidden>
                ) : (
                  <ChevronRight size={20} aria-hidden className={styles.arrow} />
                )}
              </Link>
            </li>
          );
        })}
      </ol>
    </section>
  );
}
