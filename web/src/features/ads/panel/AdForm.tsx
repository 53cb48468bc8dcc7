import { useId, useRef, useState, type ChangeEvent, type SubmitEvent } from 'react';

import { type AdErrors, adErrors } from '../../../../../contract/src/rules/ads.ts';
import { limits } from '../../../../../contract/src/rules/limits.ts';
import { Button } from '../../../ui/Button.tsx';
import { TextAreaField } from '../../../ui/forms/TextAreaField.tsx';
import { TextField } from '../../../ui/forms/TextField.tsx';
import { useLeaveQuestion } from '../../../ui/overlays/use-leave-question.ts';
import { type AdDraft, emptyDraft, fieldsOf, hasInput } from './ad-draft.ts';
import { AdFileField } from './AdFileField.tsx';
import { AdPreview } from './AdPreview.tsx';
import { useAdFile } from './use-ad-file.ts';
import { useCreateAd } from './use-create-ad.ts';

import styles from './AdForm.module.css';

export function AdForm() {
  const id = useId();
  const form = useRef<HTMLFormElement>(null);
  const [draft, setDraft] = useState(emptyDraft);
  const [errors, setErrors] = useState<AdErrors>({});
  const file = useAdFile();
  const { attachment } = file;
  useLeaveQuestion(attachment !== null || hasInput(draft));
  const { create, busy, failure } = useCreateAd({
    fileKey: () => (attachment ? file.keyOf(attachment) : Promise.reject(new Error('There is no file'))),
    onCreated: () => {
      setDraft(emptyDraft);
      file.remove();
    },
    onRefused: file.forgetUpload,
  });

  const field = (name: keyof AdDraft) => ({
    name,
    value: draft[name],
    error: errors[name],
    readOnly: busy,
    onChange: ({ target }: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) => {
      setDraft((before) => ({ ...before, [name]: target.value }));
      setErrors((before) => ({ ...before, [name]: undefined }));
    },
  });
  const { error: _, ...textField } = field('text');
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const fields = fieldsOf(draft, attachment !== null, unfinishedIn(event.currentTarget));
    const problems = adErrors(fields, new Date());
    setErrors(problems);
    if (Object.keys(problems).length === 0) return void create(fields);
    // React must render the errors first.
    requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
    return undefined;
  };

  return (
    <form ref={form} className={styles.form} aria-labelledby={id} onSubmit={submit} noValidate>
      <h2 id={id} className={styles.title}>
        Nuevo anuncio
      </h2>
      <div className={styles.fields}>
        <AdFileField
          file={file}
          error={file.error ?? (attachment || file.preparing ? undefined : errors.hasFile)}
          busy={busy}
        />
        <TextField label="Título" {...field('title')} maxLength={limits.adTitle} dir="auto" />
        <TextAreaField label="Texto" {...textField} maxLength={limits.adText} dir="auto" />
        <TextField
          label="Enlace"
          {...field('linkUrl')}
          inputMode="url"
          placeholder="https://"
          autoCapitalize="none"
          spellCheck={false}
        />
        <TextField
          label="Sitio"
          {...field('site')}
          maxLength={limits.adSite}
          hint="Si lo dejás vacío se usa el dominio del enlace."
        />
        <div className={styles.pair}>
          <TextField label="Inicio" {...field('startAt')} type="datetime-local" hint="Vacío: desde ahora." />
          <TextField label="Fin" {...field('endAt')} type="datetime-local" hint="Vacío: sin fin." />
        </div>
        <p className={styles.note}>Las fechas son en hora de Buenos Aires.</p>
        <div className={styles.pair}>
          <TextField
            label="Tope por usuario y día"
            {...field('capPerUserPerDay')}
            type="number"
            inputMode="numeric"
            min={limits.adCapMin}
            max={limits.adNumberMax}
          />
          <TextField
            label="Frecuencia"
            {...field('frequency')}
            type="number"
            inputMode="numeric"
            min={limits.adFrequencyMin}
            max={limits.adNumberMax}
            hint="Cada cuántas publicaciones aparece."
          />
        </div>
      </div>
      <AdPreview draft={draft} attachment={attachment} />
      <div className={styles.foot}>
        <div className={styles.message}>
          {failure !== null && (
            <p role="alert">
              No se pudo crear el anuncio.{failure && <span className={styles.reason}> {failure}</span>}
            </p>
          )}
        </div>
        <Button type="submit" variant="primary" busy={busy} disabled={file.preparing}>
          Crear anuncio
        </Button>
      </div>
    </form>
  );
}

// An incomplete date has no value: only the browser knows that something was typed.
function unfinishedIn({ elements }: HTMLFormElement): Set<string> {
  const inputs = [...elements].filter((element) => element instanceof HTMLInputElement);
  return new Set(inputs.filter(({ validity }) => validity.badInput).map(({ name }) => name));
}
