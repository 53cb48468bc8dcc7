export class StartFailure extends Error {
  override readonly name = 'StartFailure';
}
