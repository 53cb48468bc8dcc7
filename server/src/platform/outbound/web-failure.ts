/**
 * Why nothing came of a request to the web: it may not be made, too many wait already, or it went wrong. Whoever asked
 * is never told which.
 */
export class WebFailure extends Error {
  readonly reason: 'forbidden' | 'busy' | 'failed';

  constructor(reason: WebFailure['reason'], cause?: unknown) {
    super(`the web request was ${reason}`, { cause });
    this.name = 'WebFailure';
    this.reason = reason;
  }
}
