import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';

export class Child {
  interrupted = false;
  #process;

  constructor() {
    for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => this.#pass(signal));
    if (process.env.npm_lifecycle_event) this.#watchNpm();
  }

  /** @returns the exit code; when a signal ended the program, this process ends by the same signal */
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

  // A shell between npm and this process forwards no signals, and a killed npm sends none: poll instead.
  #watchNpm() {
    const hasShell = readProc(process.ppid, 'cmdline').includes('bootstrap.mjs');
    const npm = () => (hasShell ? parentOf(process.ppid) : process.ppid);
    const before = npm();
    const watch = setInterval(() => {
      if (npm() === before) return;
      clearInterval(watch);
      this.#pass('SIGTERM');
    }, 250).unref();
  }
}

function parentOf(pid) {
  return readProc(pid, 'status').match(/^PPid:\s*(\d+)/m)?.[1];
}

function readProc(pid, file) {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    // Not Linux, or the process has ended.
    return '';
  }
}

export function say(line) {
  process.stdout.write(`${line}\n`);
}

function endBy(signal) {
  process.removeAllListeners(signal);
  process.kill(process.pid, signal);
}
