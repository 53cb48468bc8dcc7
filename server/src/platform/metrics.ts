/** One number of a metric, as of now. */
export type Sample = {
  readonly labels?: Readonly<Record<string, string>>;
  readonly value: number;
  /** What follows the metric's name, such as `_bucket`. */
  readonly part?: string;
};

export type Metric = {
  readonly name: string;
  readonly help: string;
  readonly type: 'counter' | 'gauge' | 'histogram';
  readonly samples: readonly Sample[];
};

/** The text form that Prometheus reads, version 0.0.4. A metric without samples is left out. */
export function metricsText(metrics: readonly Metric[]): string {
  const lines: string[] = [];
  for (const { name, help, type, samples } of metrics) {
    if (samples.length === 0) continue;
    lines.push(`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`);
    for (const { labels = {}, value, part = '' } of samples) {
      const pairs = Object.entries(labels).map(([key, text]) => `${key}="${escaped(text)}"`);
      lines.push(`${name}${part}${pairs.length > 0 ? `{${pairs.join(',')}}` : ''} ${value}`);
    }
  }
  return `${lines.join('\n')}\n`;
}

/** A metric of one number. */
export function single(type: 'counter' | 'gauge', name: string, help: string, value: number): Metric {
  return { name, help, type, samples: [{ value }] };
}

/** A metric of one number for each value of a label. */
export function labelled(
  type: 'counter' | 'gauge',
  name: string,
  help: string,
  label: string,
  values: Readonly<Record<string, number>>,
): Metric {
  const samples = Object.entries(values).map(([key, value]) => ({ labels: { [label]: key }, value }));
  return { name, help, type, samples };
}

function escaped(text: string): string {
  return text.replace(/[\\"\n]/g, (char) => (char === '\n' ? '\\n' : `\\${char}`));
}
