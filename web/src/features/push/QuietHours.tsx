import { useState } from 'react';

import type { QuietHours as Hours } from '../../../../contract/src/calls/push.ts';
import { Checkbox } from '../../ui/forms/Checkbox.tsx';
import { TextField } from '../../ui/forms/TextField.tsx';

import styles from './PushSettings.module.css';

const night: Hours = { from: '23:00', to: '08:00' };

type Props = { quiet: Hours | null; onChange: (quiet: Hours | null) => void };

/** Incomplete times stay local until both make sense. */
export function QuietHours({ quiet, onChange }: Props) {
  const [hours, setHours] = useState<Hours>(quiet ?? night);
  const [shown, setShown] = useState(quiet);
  // Read again after a failure, or changed on another device.
  if (quiet !== shown) {
    setShown(quiet);
    if (quiet) setHours(quiet);
  }
  const same = quiet !== null && hours.from === hours.to;
  const type = (change: Partial<Hours>) => {
    const next = { ...hours, ...change };
    setHours(next);
    if (next.from !== '' && next.to !== '' && next.from !== next.to) onChange(next);
  };
  return (
    <div>
      <Checkbox
        checked={quiet !== null}
        onChange={(event) => onChange(event.target.checked ? hoursOf(hours) : null)}
      >
        No molestar en un horario
      </Checkbox>
      {quiet && (
        <div className={styles.hours}>
          <TextField
            label="Desde"
            type="time"
            value={hours.from}
            onChange={(event) => type({ from: event.target.value })}
          />
          <TextField
            label="Hasta"
            type="time"
            value={hours.to}
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

function hoursOf(hours: Hours): Hours {
  return hours.from === '' || hours.to === '' || hours.from === hours.to ? night : hours;
}
