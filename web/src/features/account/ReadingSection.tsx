import { Checkbox } from '../../ui/forms/Checkbox.tsx';
import { hideClubs } from '../clubs/clubs-store.ts';
import { useFeature } from '../session/use-session.ts';
import { Section } from './Section.tsx';
import { usePreferences } from './use-preferences.ts';

export function ReadingSection() {
  const { preferences, change } = usePreferences();
  const hasClubs = useFeature('cuadros');
  const setHidden = async (hidden: boolean) => {
    const preferencesNow = await change({ hideClubs: hidden });
    if (preferencesNow) hideClubs(preferencesNow.hideClubs);
  };
  return (
    <Section title="Lo que veo">
      {hasClubs && (
        <Checkbox
          checked={preferences?.hideClubs ?? false}
          disabled={!preferences}
          onChange={(event) => void setHidden(event.target.checked)}
        >
          No mostrar cuadros
        </Checkbox>
      )}
      <Checkbox
        checked={preferences?.showCovered ?? false}
        disabled={!preferences}
        onChange={(event) => void change({ showCovered: event.target.checked })}
      >
        Mostrar siempre lo que tiene advertencia
      </Checkbox>
    </Section>
  );
}
