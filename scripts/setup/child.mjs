import { spawn } from 'node:child_process';

/** The programs that run in our place, one after the other. */
export class Child {
  /** Whether a signal has come. */
  interrupted = false;
  #process;

  constructor() {
    for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => this.#pass(signal));
    if (process.env.npm_lifecycle_event) this.#watchNpm();
  }

  /**
   * Runs a program to its end with our input and output.
   * @returns its exit code; when a signal ended it, the same signal ends us
   */
  run(program, args, { env = {}, shell = false, channel = false } = {}) {
    return new Promise((resolve) => {
      const stdio = ['inherit', 'inherit', 'inherit', ...(channel ? ['ipc'] : [])];
      this.#process = spawn(program, args, { shell, stdio, env: { ...process.env, ...env } });
      this.#process.on('error', (error) => {
        say(`${program}: ${error.message}`);
        resolve(1);
      });
      this.#process.on('exit', (code, signal) => {
        this.#process = undefined;
        resolve(code ?? endBy(signal));
      });
    });
  }

  #pass(signal) {
    this.interrupted = true;
    if (this.#process) this.#process.kill(signal);
    else endBy(signal);
  }

  // An npm that was killed tells nobody.
  #watchNpm() {
    const npm = process.ppid;
    setInterval(() => {
      if (process.ppid !== npm) this.#pass('SIGTERM');
    }, 1_500).unref();
  }
}

/** Tells the person at the terminal. */
export function say(line) {
  process.stdout.write(`${line}\n`);
}

function endBy(signal) {
  process.removeAllListeners(signal);
  process.kill(process.pid, signal);
}
