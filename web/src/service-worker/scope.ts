/** A part of the worker's types, which exclude those of pages. */
export type WorkerScope = {
  readonly registration: ServiceWorkerRegistration;
  readonly clients: {
    claim(): Promise<void>;
    matchAll(options: { type: 'window'; includeUncontrolled: true }): Promise<readonly { id: string }[]>;
  };
  skipWaiting(): Promise<void>;
  addEventListener(type: 'install' | 'activate', listener: (event: LifeEvent) => void): void;
  addEventListener(type: 'message', listener: (event: MessageEvent<{ type?: string } | null>) => void): void;
  addEventListener(type: 'fetch', listener: (event: FetchEvent) => void): void;
};

type LifeEvent = Event & { waitUntil(work: Promise<unknown>): void };

export type FetchEvent = LifeEvent & {
  readonly request: Request & { readonly isReloadNavigation?: boolean };
  /** Of the page that asks. */
  readonly clientId: string;
  readonly resultingClientId: string;
  respondWith(answer: Promise<Response>): void;
};
