import type { Preferences } from '../../../../contract/src/calls/preferences.ts';
import { Button } from '../../ui/Button.tsx';
import { Checkbox } from '../../ui/forms/Checkbox.tsx';
import { openKeysDialog } from '../keys/KeysDialog.tsx';
import { useFeature } from '../session/use-session.ts';
import { applyPreferences } from './follow-preferences.ts';
import { Section } from './Section.tsx';
import { usePreferences } from './use-preferences.ts';

type Choice = readonly [keyof Preferences, string];

const ofClubs: Choice = ['hideClubs', 'No mostrar cuadros'];
const ofAll: readonly Choice[] = [
  ['showCovered', 'Mostrar siempre lo que tiene advertencia'],
  ['shortcuts', 'Atajos de teclado'],
];

export function ReadingSection() {
  const { preferences, change } = usePreferences();
  const choices = useFeature('cuadros') ? [ofClubs, ...ofAll] : ofAll;
  const choose = async (changes: Partial<Preferences>) => {
    if (preferences) applyPreferences({ ...preferences, ...changes });
    const preferencesNow = await change(changes);
    if (preferencesNow) applyPreferences(preferencesNow);
  };
  return (
    <Section title="Lo que veo">
      {choices.map(([name, label]) => (
        <Checkbox
          key={name}
          checked={preferences?.[name] ?? false}
          disabled={!preferences}
          onChange={(event) => void choose({ [name]: event.target.checked })}
        >
          {label}
        </Checkbox>
      ))}
      <p>
        <Button onClick={openKeysDialog}>Ver los atajos</Button>
      </p>
    </Section>
  );
}
