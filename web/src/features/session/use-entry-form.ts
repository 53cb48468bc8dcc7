import { useEffect, useRef, useState, type SubmitEvent } from 'react';

import { ApiError } from '../../api/api-error.ts';
import type { EntryErrors } from './entry-errors.ts';

type Entry<Values> = {
  values: Values;
  check: (values: Values) => EntryErrors;
  send: (values: Values) => Promise<void>;
  explain: (failure: ApiError) => EntryErrors;
};

export type EntryForm = ReturnType<typeof useEntryForm>;

export function useEntryForm<Values>({ values, check, send, explain }: Entry<Values>) {
  const [errors, setErrors] = useState<EntryErrors>({});
  const [busy, setBusy] = useState(false);
  const form = useRef<HTMLFormElement>(null);

  // A frame may come before React has rendered the errors. The form's own error is announced as an alert
  // instead.
  useEffect(() => {
    if (Object.keys(errors).length > 0)
      form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [errors]);

  const submit = async () => {
    if (busy) return;
    const problems = check(values);
    if (Object.keys(problems).length > 0) return setErrors(problems);
    setErrors({});
    setBusy(true);
    try {
      await send(values);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setErrors(explain(error));
    } finally {
      setBusy(false);
    }
  };

  const onSubmit = (event: SubmitEvent) => {
    event.preventDefault();
    void submit();
  };

  return { form, errors, busy, onSubmit, submit };
}
