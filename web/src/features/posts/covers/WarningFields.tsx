import { useRef } from 'react';

import type { Warning, WarningKind } from '../../../../../contract/src/calls/shapes.ts';
import { warningLabel } from '../../../../../contract/src/rules/covers/warnings.ts';
import { limits } from '../../../../../contract/src/rules/limits.ts';
import { classNames } from '../../../ui/class-names.ts';
import { atMost } from '../../../ui/forms/max-length.ts';
import { RadioList } from '../../../ui/forms/RadioList.tsx';
import { TextField } from '../../../ui/forms/TextField.tsx';

import styles from './WarningFields.module.css';

type Props = {
  warning: Warning | null;
  onChange: (warning: Warning | null) => void;
  inline?: boolean;
};

const options: readonly (readonly [WarningKind | 'none', string])[] = [
  ['none', 'Ninguna'],
  ['spoiler', warningLabel('spoiler', null)],
  ['sensible', warningLabel('sensible', null)],
  ['otra', 'Otra…'],
];

/** A warning of the kind `otra` is incomplete while its label is empty. */
export function WarningFields({ warning, onChange, inline = false }: Props) {
  const customLabel = useRef('');
  const choose = (kind: WarningKind | 'none') => {
    if (warning?.kind === 'otra') customLabel.current = warning.label;
    onChange(kind === 'none' ? null : { kind, label: warningLabel(kind, customLabel.current) });
  };
  return (
    <div className={classNames(styles.fields, inline && styles.inline)}>
      <RadioList
        label="Advertencia"
        isLabelHidden={!inline}
        options={options}
        value={warning?.kind ?? 'none'}
        onChange={choose}
      />
      {warning?.kind === 'otra' && (
        <TextField
          label="Texto de la advertencia"
          placeholder="De qué avisás"
          required
          autoComplete="off"
          dir="auto"
          ref={labelField}
          value={warning.label}
          onChange={(event) => onChange({ kind: 'otra', label: event.target.value })}
          onKeyDown={(event) => {
            // Enter must not publish an unfinished post.
            if (event.key === 'Enter' && !event.ctrlKey && !event.metaKey) event.preventDefault();
          }}
        />
      )}
    </div>
  );
}

const limitLabel = atMost(limits.warningLabel);

function labelField(input: HTMLInputElement | null) {
  if (input?.value === '') input.focus();
  return limitLabel(input);
}
