/** Why the program cannot start: one line for the operator, naming what to change. */
export class StartFailure extends Error {
  override readonly name = 'StartFailure';
}
