import type { Input } from '../../../../../contract/src/calls/all.ts';
import { Checkbox } from '../../../ui/forms/Checkbox.tsx';
import { RadioList } from '../../../ui/forms/RadioList.tsx';

export type Controls = Pick<Input<'setPostControls'>, 'commentPolicy' | 'quotesAllowed'>;

type Props = { controls: Controls; onChange: (controls: Controls) => void; isLabelHidden?: boolean };

const options = [
  ['all', 'Todos'],
  ['followed', 'Las personas que sigo y las que menciono'],
  ['none', 'Nadie'],
] as const;

export function ControlFields({ controls, onChange, isLabelHidden = false }: Props) {
  return (
    <div>
      <RadioList
        label="Quiénes pueden comentar"
        isLabelHidden={isLabelHidden}
        options={options}
        value={controls.commentPolicy}
        onChange={(commentPolicy) => onChange({ ...controls, commentPolicy })}
      />
      <Checkbox
        checked={controls.quotesAllowed}
        onChange={(event) => onChange({ ...controls, quotesAllowed: event.target.checked })}
      >
        Permitir que me citen
      </Checkbox>
    </div>
  );
}
