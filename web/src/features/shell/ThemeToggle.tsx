import { Moon, Sun } from 'lucide-react';

import { IconButton } from '../../ui/IconButton.tsx';
import { switchTheme, useTheme } from './theme.ts';

export function ThemeToggle({ className }: { className: string | undefined }) {
  const night = useTheme() === 'noche';
  const Icon = night ? Sun : Moon;
  return (
    <IconButton
      label={night ? 'Cambiar a Día' : 'Cambiar a Noche'}
      icon={<Icon size={20} aria-hidden />}
      className={className}
      onClick={() => switchTheme(night ? 'dia' : 'noche')}
    />
  );
}
