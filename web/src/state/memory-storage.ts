/** A Storage for tests. */
export function memoryStorage(): Storage {
  const values = new Map<string, string>();
  const methods = {
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => void values.set(key, value),
    removeItem: (key: string) => void values.delete(key),
  };
  // Its keys are its own properties, as a browser's are.
  return new Proxy(methods as unknown as Storage, {
    ownKeys: () => [...values.keys()],
    getOwnPropertyDescriptor: (_target, key) =>
      values.has(String(key)) ? { enumerable: true, configurable: true } : undefined,
  });
}

/** A Storage that is switched off. */
export function closedStorage(): Storage {
  const refuse = (): never => {
    throw new DOMException('The storage is closed', 'SecurityError');
  };
  return { getItem: refuse, setItem: refuse, removeItem: refuse } as unknown as Storage;
}
