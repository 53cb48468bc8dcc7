import { useQuery } from '@tanstack/react-query';
import { useRef, useState, type KeyboardEvent, type SubmitEvent } from 'react';
import { useLocation } from 'wouter';

import type { Profile } from '../../../../contract/src/calls/shapes.ts';
import { limits } from '../../../../contract/src/rules/limits.ts';
import { codePoints } from '../../../../contract/src/rules/text.ts';
import { preferencesQuery } from '../../api/preferences.ts';
import { canGoBack } from '../../ui/browser/scroll-memory.ts';
import { Button } from '../../ui/Button.tsx';
import { Checkbox } from '../../ui/forms/Checkbox.tsx';
import { isSending } from '../../ui/forms/GrowingTextBox.tsx';
import { atMost } from '../../ui/forms/max-length.ts';
import { TextAreaField } from '../../ui/forms/TextAreaField.tsx';
import { TextField } from '../../ui/forms/TextField.tsx';
import { useLeaveQuestion } from '../../ui/overlays/use-leave-question.ts';
import { ClubFields } from '../clubs/ClubFields.tsx';
import { useOwnClub } from '../clubs/use-own-club.ts';
import { SignInLink } from '../session/SignInLink.tsx';
import { useFeature } from '../session/use-session.ts';
import { handleStateOf } from './handle-state.ts';
import { HandleField } from './HandleField.tsx';
import { PictureField } from './PictureField.tsx';
import {
  canSave,
  draftOf,
  hasChanges,
  nameError,
  normaliseInput,
  type ProfileInput,
} from './profile-draft.ts';
import { useFindable } from './use-findable.ts';
import { useHandleCheck } from './use-handle-check.ts';
import { usePicture } from './use-picture.ts';
import { useSave } from './use-save.ts';

import styles from './ProfileEditor.module.css';

type Props = {
  profile: Profile;
  /** The session ended while the form was open: its input stays. */
  signedOut: boolean;
  onSaved: () => void;
};

export function ProfileEditor({ profile, signedOut, onSaved }: Props) {
  const [input, setInput] = useState<ProfileInput>({});
  const [clubError, setClubError] = useState<string>();
  const [, navigate] = useLocation();
  const handleField = useRef<HTMLInputElement>(null);
  const { own } = useOwnClub();
  const savedProfile = {
    ...profile,
    findableByEmail: useFindable(),
    askForAlt: useQuery(preferencesQuery()).data?.preferences.askForAlt ?? null,
    club: own?.club,
    showClub: own?.show,
  };
  const draft = draftOf(savedProfile, input);
  const hasClubs = useFeature('cuadros');
  const { debouncedHandle, available } = useHandleCheck(draft.handle, profile.handle);
  const handleState = handleStateOf({
    handle: draft.handle,
    own: profile.handle,
    isTouched: input.handle !== undefined,
    debouncedHandle,
    available,
  });
  const picture = usePicture(draft.avatar, setInput);
  const { save, state, progress } = useSave({
    setInput,
    onTaken: () => handleField.current?.focus(),
    onPictureRefused: picture.refuse,
    onClubRefused: setClubError,
    onSaved,
  });
  const leaveFreely = useLeaveQuestion(hasChanges(savedProfile, input));
  const ready = canSave(draft, handleState) && !picture.error;

  const type = (change: ProfileInput) => setInput((before) => ({ ...before, ...normaliseInput(change) }));
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (ready) void save(draft, input);
  };
  const submitByKeys = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (isSending(event)) event.currentTarget.form?.requestSubmit();
  };
  const cancel = () => {
    leaveFreely();
    if (canGoBack()) history.back();
    else navigate('/perfil', { replace: true });
  };

  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      {hasClubs && (
        <ClubFields
          club={draft.club}
          show={draft.showClub}
          error={clubError}
          onChange={(change) => {
            setClubError(undefined);
            type(change);
          }}
        />
      )}
      <PictureField
        uid={profile.uid}
        name={draft.displayName}
        savedUrl={profile.avatar}
        avatar={draft.avatar}
        error={picture.error}
        progress={progress}
        onChoose={(file) => void picture.choose(file)}
        onRemove={picture.remove}
        onUndo={picture.undo}
      />
      <TextField
        label="Nombre visible"
        value={draft.displayName}
        onChange={(event) => type({ displayName: event.target.value })}
        ref={atMost(limits.displayName)}
        autoComplete="name"
        dir="auto"
        error={nameError(draft.displayName)}
      />
      <HandleField
        ref={handleField}
        handle={draft.handle}
        state={handleState}
        isPaused={debouncedHandle === draft.handle}
        onHandle={(handle) => type({ handle })}
      />
      <TextAreaField
        label="Bio"
        value={draft.bio}
        onChange={(event) => type({ bio: event.target.value })}
        onKeyDown={submitByKeys}
        ref={atMost(limits.bio)}
        dir="auto"
        aside={`${codePoints(draft.bio)}/${limits.bio}`}
      />
      <Checkbox
        checked={draft.findableByEmail === false}
        disabled={draft.findableByEmail === null}
        onChange={(event) => type({ findableByEmail: !event.target.checked })}
      >
        Que no me encuentren por email
      </Checkbox>
      <Checkbox
        checked={draft.askForAlt === true}
        disabled={draft.askForAlt === null}
        onChange={(event) => type({ askForAlt: event.target.checked })}
      >
        Preguntarme antes de publicar sin descripción
      </Checkbox>
      <div className={styles.foot}>
        <div className={styles.message}>
          <output className={styles.saved}>{state === 'saved' && 'Perfil actualizado ✅'}</output>
          {state === 'failed' && <p role="alert">No se pudo guardar. Intentá de nuevo.</p>}
          {signedOut && (
            <p role="alert">
              Tenés que iniciar sesión. <SignInLink />
            </p>
          )}
        </div>
        <div className={styles.actions}>
          <Button onClick={cancel}>Cancelar</Button>
          <Button type="submit" variant="primary" busy={state === 'saving'} disabled={!ready}>
            Guardar cambios
          </Button>
        </div>
      </div>
    </form>
  );
}
