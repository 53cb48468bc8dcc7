import type { ChildProcess } from 'node:child_process';

/** @throws when the child exits instead of answering */
export function ask(child: ChildProcess, order: object): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const settle = (then: () => void) => {
      child.off('message', onAnswer);
      child.off('exit', onExit);
      then();
    };
    const onAnswer = (answer: unknown) => settle(() => resolve(answer));
    const onExit = () => settle(() => reject(new Error(`${child.spawnfile} ended before it answered`)));
    child.on('message', onAnswer);
    child.on('exit', onExit);
    child.send(order);
  });
}
