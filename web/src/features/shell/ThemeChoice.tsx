import { useId } from 'react';

import { chooseTheme, useThemeChoice } from './theme.ts';

import styles from './ThemeChoice.module.css';

const choices = [
  ['noche', 'Noche'],
  ['dia', 'Día'],
  ['sistema', 'Sistema'],
] as const;

export function ThemeChoice() {
  const name = useId();
  const current = useThemeChoice();
  return (
    <fieldset className={styles.choice}>
      <legend className={styles.legend}>Tema</legend>
      {choices.map(([choice, label]) => (
        <label key={choice} className={styles.option}>
          <input
            type="radio"
            name={name}
            value={choice}
            checked={choice === current}
            onChange={() => chooseTheme(choice)}
          />
          <span>{label}</span>
        </label>
      ))}
    </fieldset>
  );
}
