import { Eye, EyeOff } from 'lucide-react';
import { useState, type ComponentProps } from 'react';

import { IconButton } from '../IconButton.tsx';
import { TextField } from './TextField.tsx';

type Props = Omit<ComponentProps<typeof TextField>, 'type' | 'end'>;

export function PasswordField(props: Props) {
  const [shown, setShown] = useState(false);
  const Icon = shown ? EyeOff : Eye;
  return (
    <TextField
      {...props}
      type={shown ? 'text' : 'password'}
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      end={
        <IconButton
          label={shown ? 'Ocultar contraseña' : 'Mostrar contraseña'}
          icon={<Icon size={20} aria-hidden />}
          onClick={() => setShown(!shown)}
        />
      }
    />
  );
}
