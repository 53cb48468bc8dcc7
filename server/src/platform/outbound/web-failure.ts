/**
 * Why an outgoing request failed: it was forbidden, too many were waiting, or something went wrong. Users are never
 * told which.
 */
export class WebFailure extends Error {
  readonly reason: 'forbidden' | 'busy' | 'failed';

  constructor(reason: WebFailure['reason'], cause?: unknown) {
    super(`the web request was ${reason}`, { cause });
    this.name = 'WebFailure';
    this.reason = reason;
  }
}
