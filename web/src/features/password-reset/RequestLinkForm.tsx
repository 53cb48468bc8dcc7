import { useState } from 'react';

import { command } from '../../api/client.ts';
import { Button } from '../../ui/Button.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { FormError } from '../session/FormError.tsx';
import { useEntryForm } from '../session/use-entry-form.ts';
import { checkLinkRequest, requestErrors } from './reset-errors.ts';

import styles from './ResetPassword.module.css';

type Props = { onSent: () => void };

/** Asks for a mail with a link. The answer is the same whether there is an account or not. */
export function RequestLinkForm({ onSent }: Props) {
  const [email, setEmail] = useState('');
  const { form, errors, busy, onSubmit } = useEntryForm({
    values: { email },
    check: checkLinkRequest,
    explain: requestErrors,
    send: async (values) => {
      await command('requestPasswordReset', values);
      onSent();
    },
  });

  return (
    <form ref={form} className={styles.form} onSubmit={onSubmit} noValidate aria-labelledby="page-title">
      <TextField
        label="Email"
        type="email"
        name="email"
        autoComplete="username"
        value={email}
        onChange={(event) => setEmail(event.target.value)}
        error={errors.email}
        required
      />
      <FormError id="request-error">{errors.form}</FormError>
      <Button type="submit" variant="primary" wide busy={busy}>
        Enviar enlace
      </Button>
    </form>
  );
}
