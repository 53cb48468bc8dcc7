import { useId } from 'react';

import { reportStates } from '../../../../contract/src/rules/reports.ts';
import { type ReportFilter, reportFilterOf, reportFilters } from './use-reports.ts';

import styles from './ReportQueue.module.css';

type Props = {
  filter: ReportFilter;
  waiting: { new: number; reviewing: number } | undefined;
  onFilter: (filter: ReportFilter) => void;
};

export function ReportFilterField({ filter, waiting, onFilter }: Props) {
  const id = useId();
  return (
    <div className={styles.filter}>
      <label htmlFor={id}>Mostrar</label>
      <select id={id} value={filter} onChange={({ target }) => onFilter(reportFilterOf(target.value))}>
        {reportFilters.map((name) => (
          <option key={name} value={name}>
            {labelOf(name, waiting)}
          </option>
        ))}
      </select>
    </div>
  );
}

function labelOf(filter: ReportFilter, waiting: Props['waiting']): string {
  const label = filter === 'waiting' ? 'Sin resolver' : reportStates[filter];
  if (!waiting || filter === 'upheld' || filter === 'dismissed') return label;
  return `${label} (${filter === 'waiting' ? waiting.new + waiting.reviewing : waiting[filter]})`;
}
