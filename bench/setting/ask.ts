import type { ChildProcess } from 'node:child_process';

/** Sends an order to a child process and waits for its answer. @throws when the child exits instead */
export function ask(child: ChildProcess, order: object): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const settle = (then: () => void) => {
      child.off('message', answered);
      child.off('exit', ended);
      then();
    };
    const answered = (answer: unknown) => settle(() => resolve(answer));
    const ended = () => settle(() => reject(new Error(`${child.spawnfile} ended before it answered`)));
    child.on('message', answered);
    child.on('exit', ended);
    child.send(order);
  });
}
