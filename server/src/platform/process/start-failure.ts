/** One line for the operator, naming what to change. */
export class StartFailure extends Error {
  override readonly name = 'StartFailure';
}
