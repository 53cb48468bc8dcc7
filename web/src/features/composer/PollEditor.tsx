import { X } from 'lucide-react';
import { type KeyboardEvent, useId, useRef } from 'react';

import { limits } from '../../../../contract/src/rules/limits.ts';
import { pollDurations } from '../../../../contract/src/rules/poll-durations.ts';
import { pollOptions } from '../../../../contract/src/rules/polls.ts';
import { Button } from '../../ui/Button.tsx';
import { isSending } from '../../ui/forms/GrowingTextBox.tsx';
import { atMost } from '../../ui/forms/max-length.ts';
import { IconButton } from '../../ui/IconButton.tsx';
import type { PollDraft } from './draft.ts';
import { addOption, changeOption, removeOption } from './poll-draft.ts';

import styles from './PollEditor.module.css';

type Props = { poll: PollDraft; onPoll: (poll: PollDraft) => void; onSend: () => void };

export function PollEditor({ poll, onPoll, onSend }: Props) {
  const list = useRef<HTMLOListElement>(null);
  const durationId = useId();
  const { options, minutes } = poll;
  const lonely = pollOptions(options).length === 1;

  const focusOption = (index: number) => list.current?.querySelectorAll('input')[index]?.focus();
  const add = () => {
    onPoll(addOption(poll));
    // React must render the new field first.
    requestAnimationFrame(() => focusOption(options.length));
  };
  const remove = (index: number) => {
    onPoll(removeOption(poll, index));
    focusOption(Math.max(0, index - 1));
  };
  const onKeyDown = (event: KeyboardEvent, index: number) => {
    if (isSending(event)) onSend();
    else if (event.key === 'Enter') {
      event.preventDefault();
      if (index + 1 < options.length) focusOption(index + 1);
      else add();
    }
  };

  return (
    <fieldset className={styles.poll}>
      <legend className="visually-hidden">Encuesta</legend>
      <ol ref={list} className={styles.options}>
        {options.map((text, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- an option's only identity is its index
          <li key={index} className={styles.option}>
            <input
              type="text"
              className={styles.field}
              aria-label={`Opción ${index + 1}`}
              placeholder={`Opción ${index + 1}`}
              autoComplete="off"
              value={text}
              ref={index === 0 ? firstOption : limitOption}
              onChange={(event) => onPoll(changeOption(poll, index, event.target.value))}
              onKeyDown={(event) => onKeyDown(event, index)}
            />
            {options.length > limits.pollOptionsMin && (
              <IconButton
                label={`Quitar opción ${index + 1}`}
                icon={<X size={20} aria-hidden />}
                isNamedByText
                className={styles.remove}
                onClick={() => remove(index)}
              />
            )}
          </li>
        ))}
      </ol>
      {lonely && <p className={styles.hint}>Completá al menos dos opciones para que salga la encuesta.</p>}
      <div className={styles.foot}>
        <Button
          variant="quiet"
          size="small"
          className={styles.add}
          disabled={options.length >= limits.pollOptionsMax}
          onClick={add}
        >
          + Opción
        </Button>
        <label htmlFor={durationId} className={styles.label}>
          Duración
        </label>
        <select
          id={durationId}
          className={styles.duration}
          value={minutes}
          onChange={({ target }) => {
            const selection = pollDurations.find((duration) => duration.minutes === Number(target.value));
            if (selection) onPoll({ ...poll, minutes: selection.minutes });
          }}
        >
          {pollDurations.map((duration) => (
            <option key={duration.minutes} value={duration.minutes}>
              {duration.label}
            </option>
          ))}
        </select>
      </div>
    </fieldset>
  );
}

const limitOption = atMost(limits.pollOptionText);

// A poll that was just opened takes the focus; a restored draft's does not.
function firstOption(input: HTMLInputElement | null) {
  if (input?.value === '' && document.activeElement?.matches('[aria-expanded]')) input.focus();
  return limitOption(input);
}
