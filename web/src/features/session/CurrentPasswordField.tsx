import type { ComponentProps } from 'react';

import { PasswordField } from '../../ui/forms/PasswordField.tsx';

type Props = Pick<ComponentProps<typeof PasswordField>, 'error' | 'aria-invalid' | 'aria-describedby'> & {
  value: string;
  onType: (password: string) => void;
};

export function CurrentPasswordField({ onType, ...rest }: Props) {
  return (
    <PasswordField
      label="Contraseña"
      name="password"
      autoComplete="current-password"
      onChange={(event) => onType(event.target.value)}
      required
      {...rest}
    />
  );
}
