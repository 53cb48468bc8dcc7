import type { ComponentProps, ReactNode } from 'react';

import { Button } from '../../ui/Button.tsx';
import { FormError } from './FormError.tsx';
import type { EntryForm as Entry } from './use-entry-form.ts';

import styles from './EntryForm.module.css';

type Props = Omit<ComponentProps<'form'>, 'action' | 'ref' | 'onSubmit'> & {
  entry: Entry;
  action: string;
  errorId: string;
  /** Why the button is disabled; undefined when it is not. */
  missing?: string | undefined;
  children: ReactNode;
};

export function EntryForm({ entry, action, errorId, missing, children, ...rest }: Props) {
  const { form, errors, busy, onSubmit } = entry;
  return (
    <form {...rest} ref={form} className={styles.form} onSubmit={onSubmit} noValidate>
      {children}
      <FormError id={errorId}>{errors.form}</FormError>
      <Button
        type="submit"
        variant="primary"
        wide
        busy={busy}
        disabled={missing !== undefined}
        aria-describedby={missing && `${errorId}-missing`}
      >
        {action}
      </Button>
      {missing && (
        <p id={`${errorId}-missing`} className={styles.note}>
          {missing}
        </p>
      )}
    </form>
  );
}
