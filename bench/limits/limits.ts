import { type ChildProcess, fork } from 'node:child_process';
import { join } from 'node:path';

import type { Connection } from '../../server/src/platform/postgres/database.ts';
import { ask } from '../setting/ask.ts';
import type { FloorName, PreparedRequest } from './floors.ts';
import type { LimitOrder, LimitPorts } from './limit-server.ts';

// As many database connections as the site has.
const connections = 12;

export class Limits {
  readonly #child: ChildProcess;
  #ports: LimitPorts = { bare: 0, floor: 0 };

  constructor() {
    this.#child = fork(join(import.meta.dirname, 'limit-server.ts'), { serialization: 'advanced' });
  }

  get ports(): LimitPorts {
    return this.#ports;
  }

  get pid(): number {
    return this.#child.pid ?? 0;
  }

  async open(connection: Connection): Promise<void> {
    this.#ports = (await this.#ask({ kind: 'open', connection, connections })) as LimitPorts;
  }

  async prepare(floor: FloorName, ready: ReadonlyMap<string, PreparedRequest>): Promise<void> {
    await this.#ask({ kind: 'floor', floor, ready: [...ready] });
  }

  close(): void {
    this.#child.kill('SIGKILL');
  }

  #ask(order: LimitOrder): Promise<unknown> {
    return ask(this.#child, order);
  }
}
