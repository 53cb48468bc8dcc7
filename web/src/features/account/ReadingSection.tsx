import type { Preferences } from '../../../../contract/src/calls/preferences.ts';
import { Button } from '../../ui/Button.tsx';
import { Checkbox } from '../../ui/forms/Checkbox.tsx';
import { openKeysDialog } from '../keys/KeysDialog.tsx';
import { useFeature } from '../session/use-session.ts';
import { applyPreferences } from './follow-preferences.ts';
import { Section } from './Section.tsx';
import { usePreferences } from './use-preferences.ts';

export function ReadingSection() {
  const { preferences, change } = usePreferences();
  const hasClubs = useFeature('cuadros');
  const choose = async (changes: Partial<Preferences>) => {
    if (preferences) applyPreferences({ ...preferences, ...changes });
    const preferencesNow = await change(changes);
    if (preferencesNow) applyPreferences(preferencesNow);
  };
  return (
    <Section title="Lo que veo">
      {hasClubs && (
        <Checkbox
          checked={preferences?.hideClubs ?? false}
          disabled={!preferences}
          onChange={(event) => void choose({ hideClubs: event.target.checked })}
        >
          No mostrar cuadros
        </Checkbox>
      )}
      <Checkbox
        checked={preferences?.showCovered ?? false}
        disabled={!preferences}
        onChange={(event) => void choose({ showCovered: event.target.checked })}
      >
        Mostrar siempre lo que tiene advertencia
      </Checkbox>
      <Checkbox
        checked={preferences?.shortcuts ?? false}
        disabled={!preferences}
        onChange={(event) => void choose({ shortcuts: event.target.checked })}
      >
        Atajos de teclado
      </Checkbox>
      <p>
        <Button onClick={openKeysDialog}>Ver los atajos</Button>
      </p>
    </Section>
  );
}
