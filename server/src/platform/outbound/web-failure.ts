/** Users are never told the reason. */
export class WebFailure extends Error {
  readonly reason: 'forbidden' | 'busy' | 'failed';

  constructor(reason: WebFailure['reason'], cause?: unknown) {
    super(`the web request was ${reason}`, { cause });
    this.name = 'WebFailure';
    this.reason = reason;
  }
}
