import { useRef, useState, type SubmitEvent } from 'react';

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

  const show = (problems: EntryErrors) => {
    setErrors(problems);
    // React must render the errors first. The form's own error is announced as an alert instead.
    requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
  };

  const submit = async () => {
    if (busy) return;
    const problems = check(values);
    if (Object.keys(problems).length > 0) return show(problems);
    setErrors({});
    setBusy(true);
    try {
      await send(values);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      show(explain(error));
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
