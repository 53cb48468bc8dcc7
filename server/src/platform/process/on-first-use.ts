/**
 * For libraries that a start does not need: together they would cost it a third of a second, and the idle
 * process 20 MB. After a failure the next use tries again; only Node itself keeps a module that threw.
 */
export class OnFirstUse<T> {
  readonly #make: () => Promise<T>;
  #made: Promise<T> | undefined;

  constructor(make: () => Promise<T>) {
    this.#make = make;
  }

  get(): Promise<T> {
    this.#made ??= this.#make().catch((error: unknown) => {
      this.#made = undefined;
      throw error;
    });
    return this.#made;
  }

  get made(): Promise<T> | undefined {
    return this.#made;
  }
}
