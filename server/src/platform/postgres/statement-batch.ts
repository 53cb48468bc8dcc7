import pg from 'pg';

/** PostgreSQL parses a named statement once per connection. Limits are literals in the text. */
export type Statement = { readonly name: string; readonly text: string };

/** The parts of `pg`'s connection that its types leave out or describe as they were. */
type Wire = {
  readonly stream: { cork: () => void; uncork: () => void };
  /** Texts by name: what the database has parsed, and what it has only been sent. */
  readonly parsedStatements: Record<string, string>;
  readonly submittedNamedStatements: Record<string, string>;
  parse: (statement: Statement) => void;
  bind: (values: { statement: string; values: readonly unknown[] }) => void;
  describe: (what: { type: 'P' }) => void;
  execute: () => void;
  sync: () => void;
};

type Fields = readonly { readonly name: string }[];
/** `pg.Result`, which reads the rows of one statement. */
type RowReader = {
  addFields: (fields: Fields) => void;
  parseRow: (values: readonly (string | null)[]) => object;
};

type Part = {
  readonly statement: Statement;
  readonly values: readonly unknown[];
  readonly rows: object[];
  readonly resolve: (rows: object[]) => void;
  readonly reject: (error: unknown) => void;
  reader: RowReader | null | undefined;
  /** Of reading a row. */
  failure?: unknown;
};

/** By the name of the statement; null if it has no rows. */
const readers = new WeakMap<Wire, Map<string, RowReader | null>>();

const Query = pg.Query as unknown as new (config: pg.QueryConfig) => {
  readonly _result: { readonly _types: pg.CustomTypesConfig };
};
const Result = pg.Result as unknown as new (mode: string, types: pg.CustomTypesConfig) => RowReader;
const { prepareValue } = (pg as unknown as { utils: { prepareValue: (value: unknown) => unknown } }).utils;

/**
 * Statements for one connection that are sent and answered together. `pg` ends each statement with a Sync, upon
 * which the database answers it, and both processes wake once for each; here one Sync ends all of them
 * (docs/decisions/0077-statements-in-one-batch.md). After a failed statement the database skips the others, so
 * outside of a transaction a batch must have only one.
 *
 * The columns of a statement are asked for once for each connection: PostgreSQL refuses to run a named statement
 * when they have changed.
 */
export class StatementBatch extends Query implements pg.Submittable {
  /** Of the current statement: `pg` notes under them that it has been parsed. */
  name = '';
  text = '';
  /** Set by `pg`, to stop its timer. */
  callback: ((error: unknown) => void) | undefined;
  readonly #parts: Part[] = [];
  #answered = 0;
  #readers: Map<string, RowReader | null> | undefined;

  constructor() {
    super({ text: '' });
  }

  /** @throws when a value cannot be written; then nothing is added */
  add<Row extends object>(statement: Statement, values: readonly unknown[]): Promise<Row[]> {
    const prepared = values.map(literal);
    return new Promise<object[]>((resolve, reject) => {
      this.#parts.push({ statement, values: prepared, rows: [], resolve, reject, reader: undefined });
    }) as Promise<Row[]>;
  }

  /** Called by `pg`, like all below. */
  submit(connection: unknown): void {
    const wire = connection as Wire;
    const ofConnection = (this.#readers = readersOf(wire));
    wire.stream.cork();
    for (const part of this.#parts) {
      const { statement, values } = part;
      if (!hasSent(wire, statement.name)) {
        wire.parse(statement);
        wire.submittedNamedStatements[statement.name] = statement.text;
      }
      wire.bind({ statement: statement.name, values });
      part.reader = ofConnection.get(statement.name);
      if (part.reader === undefined) wire.describe({ type: 'P' });
      wire.execute();
    }
    wire.sync();
    wire.stream.uncork();
    this.#nameCurrent();
  }

  handleRowDescription({ fields }: { fields: Fields }): void {
    const reader = new Result('', this._result._types);
    reader.addFields(fields);
    this.#describeCurrent(reader);
  }

  handleDataRow({ fields }: { fields: readonly (string | null)[] }): void {
    const part = this.#parts[this.#answered];
    if (!part?.reader) return;
    try {
      part.rows.push(part.reader.parseRow(fields));
    } catch (error) {
      part.failure ??= error;
    }
  }

  handleCommandComplete(): void {
    if (this.#parts[this.#answered]?.reader === undefined) this.#describeCurrent(null);
    this.#answered++;
    this.#nameCurrent();
  }

  handleReadyForQuery(): void {
    for (const part of this.#parts) settle(part);
    this.callback?.(null);
  }

  handleError(error: unknown, connection: unknown): void {
    const { submittedNamedStatements } = connection as Wire;
    // A statement outside of a transaction commits at the Sync, after its answer.
    const isOfSync = this.#answered === this.#parts.length;
    this.#parts.forEach((part, i) => {
      if (i < this.#answered && !isOfSync) return settle(part);
      // Not parsed either.
      delete submittedNamedStatements[part.statement.name];
      const isSkipped = i > this.#answered && error instanceof pg.DatabaseError;
      part.reject(isSkipped ? skipped(error) : error);
    });
    this.callback?.(error);
  }

  #describeCurrent(reader: RowReader | null): void {
    const part = this.#parts[this.#answered];
    if (!part) return;
    part.reader = reader;
    this.#readers?.set(part.statement.name, reader);
  }

  #nameCurrent(): void {
    const { name = '', text = '' } = this.#parts[this.#answered]?.statement ?? {};
    this.name = name;
    this.text = text;
  }
}

function settle({ failure, rows, resolve, reject }: Part): void {
  if (failure === undefined) resolve(rows);
  else reject(failure);
}

function literal(value: unknown): unknown {
  return Array.isArray(value) && value.every((item) => typeof item === 'string')
    ? `{${value.map(quoted).join()}}`
    : prepareValue(value);
}

// Two expressions for each item, as in `pg`, were a twentieth of Node's time for a post.
function quoted(item: string): string {
  return /["\\]/.test(item) ? `"${item.replaceAll(/["\\]/g, '\\$&')}"` : `"${item}"`;
}

function readersOf(wire: Wire): Map<string, RowReader | null> {
  let ofConnection = readers.get(wire);
  if (!ofConnection) readers.set(wire, (ofConnection = new Map()));
  return ofConnection;
}

function hasSent({ parsedStatements, submittedNamedStatements }: Wire, name: string): boolean {
  return parsedStatements[name] !== undefined || submittedNamedStatements[name] !== undefined;
}

export const transactionAborted = '25P02';

/** As the database itself says it of a statement that it gets later. */
function skipped({ length }: pg.DatabaseError): pg.DatabaseError {
  const error = new pg.DatabaseError('a statement before this one failed', length, 'error');
  error.code = transactionAborted;
  return error;
}
