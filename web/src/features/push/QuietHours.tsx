import { useState } from 'react';

import type { QuietHours as Hours } from '../../../../contract/src/calls/push.ts';
import { Checkbox } from '../../ui/forms/Checkbox.tsx';
import { TextField } from '../../ui/forms/TextField.tsx';

import styles from './PushSettings.module.css';

const night: Hours = { from: '23:00', to: '08:00' };

type Props = { quiet: Hours | null; onChange: (quiet: Hours | null) => void };

/** Incomplete times stay local until both make sense. */
export function QuietHours({ quiet, onChange }: Props) {
  const [typed, setTyped] = useState<Hours>(quiet ?? night);
  const same = quiet !== null && typed.from === typed.to;
  const type = (changed: Partial<Hours>) => {
    const hours = { ...typed, ...changed };
    setTyped(hours);
    if (hours.from !== '' && hours.to !== '' && hours.from !== hours.to) onChange(hours);
  };
  return (
    <div>
      <Checkbox
        checked={quiet !== null}
        onChange={(event) => onChange(event.target.checked ? hoursOf(typed) : null)}
      >
        No molestar en un horario
      </Checkbox>
      {quiet && (
        <div className={styles.hours}>
          <TextField
            label="Desde"
            type="time"
            value={typed.from}
            onChange={(event) => type({ from: event.target.value })}
          />
          <TextField
            label="Hasta"
            type="time"
            value={typed.to}
            onChange={(event) => type({ to: event.target.value })}
            error={same ? 'Elegí dos horas distintas.' : undefined}
          />
        </div>
      )}
      <p className={styles.hint}>
        {quiet
          ? 'Hora de Buenos Aires. Lo que pase mientras tanto te llega junto cuando termina.'
          : 'Las notificaciones te llegan a toda hora.'}
      </p>
    </div>
  );
}

function hoursOf(typed: Hours): Hours {
  return typed.from === '' || typed.to === '' || typed.from === typed.to ? night : typed;
}
