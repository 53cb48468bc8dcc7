// The package has no types. Only the parts that the test provider uses.
declare module 'oidc-provider' {
  import type { IncomingMessage, ServerResponse } from 'node:http';

  type Context = {
    oidc: {
      client: { clientId: string };
      session: { accountId: string };
      provider: Provider;
    };
  };

  export class Provider {
    constructor(issuer: string, configuration: object);
    readonly Grant: new (of: { clientId: string; accountId: string }) => {
      addOIDCScope(scope: string): void;
      save(): Promise<string>;
    };
    callback(): (request: IncomingMessage, response: ServerResponse) => Promise<void>;
    interactionFinished(request: IncomingMessage, response: ServerResponse, result: object): Promise<void>;
  }

  export const interactionPolicy: {
    base(): { add(prompt: object, at: number): void };
    Prompt: new (of: { name: string; requestable: boolean }) => object;
  };

  export type GrantFinder = (context: Context) => Promise<object>;
}
