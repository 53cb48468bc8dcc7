import { Eye, EyeOff } from 'lucide-react';
import { useState, type ComponentProps } from 'react';

import { IconButton } from '../IconButton.tsx';
import { TextField } from './TextField.tsx';

type Props = Omit<ComponentProps<typeof TextField>, 'type' | 'end'>;

export function PasswordField(props: Props) {
  const [isVisible, setVisible] = useState(false);
  const Icon = isVisible ? EyeOff : Eye;
  return (
    <TextField
      {...props}
      type={isVisible ? 'text' : 'password'}
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      end={
        <IconButton
          label={isVisible ? 'Ocultar contraseña' : 'Mostrar contraseña'}
          icon={<Icon size={20} aria-hidden />}
          isNamedByText
          onClick={() => setVisible(!isVisible)}
        />
      }
    />
  );
}
