import { useId } from 'react';

import styles from './Field.module.css';

type Props<Value extends string> = {
  label: string;
  options: readonly (readonly [Value, string])[];
  value: Value | null;
  onChange: (value: Value) => void;
  error?: string | undefined;
  disabled?: boolean;
  isLabelHidden?: boolean;
};

/** With an error it can take the focus itself. */
export function RadioList<Value extends string>({
  label,
  options,
  value,
  onChange,
  error,
  disabled,
  isLabelHidden = false,
}: Props<Value>) {
  const id = useId();
  return (
    <div
      role="radiogroup"
      aria-labelledby={id}
      aria-describedby={error ? `${id}-error` : undefined}
      aria-invalid={error ? true : undefined}
      tabIndex={error ? -1 : undefined}
    >
      <p id={id} className={isLabelHidden ? 'visually-hidden' : styles.label}>
        {label}
      </p>
      {options.map(([option, text]) => (
        <label key={option} className={styles.check}>
          <input
            type="radio"
            name={id}
            checked={value === option}
            disabled={disabled}
            onChange={() => onChange(option)}
          />
          {text}
        </label>
      ))}
      {error && (
        <p id={`${id}-error`} className={styles.error}>
          {error}
        </p>
      )}
    </div>
  );
}
