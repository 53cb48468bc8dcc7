/**
 * Every process of a site receives all texts, and at least some of its own. Those of one process arrive in
 * order; some may be lost, or arrive twice.
 */
export type Transport = {
  /**
   * Resolves when the text is on its way. Rejects soon when it may not be; the others may receive it all the
   * same.
   */
  publish: (text: string) => Promise<void>;
  onText: (listener: (text: string) => void) => void;
  onLost: (listener: () => void) => void;
  close: () => Promise<void>;
};
