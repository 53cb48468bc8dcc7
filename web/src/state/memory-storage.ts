export function memoryStorage(): Storage {
  const values = new Map<string, string>();
  const methods = {
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => void values.set(key, value),
    removeItem: (key: string) => void values.delete(key),
  };
  // As in browsers, the keys are own properties.
  return new Proxy(methods as unknown as Storage, {
    ownKeys: () => [...values.keys()],
    getOwnPropertyDescriptor: (_target, key) =>
      values.has(String(key)) ? { enumerable: true, configurable: true } : undefined,
  });
}

export function closedStorage(): Storage {
  const refuse = (): never => {
    throw new DOMException('The storage is closed', 'SecurityError');
  };
  return { getItem: refuse, setItem: refuse, removeItem: refuse } as unknown as Storage;
}
