declare module '@20minutes/s3rver' {
  import type { IncomingHttpHeaders, Server } from 'node:http';

  type Context = {
    readonly method: string;
    readonly path: string;
    readonly headers: IncomingHttpHeaders;
    status: number;
    body: string;
  };
  type Options = {
    address: string;
    port: number;
    directory: string;
    silent: boolean;
    vhostBuckets: boolean;
    configureBuckets: { name: string }[];
  };

  /** It accepts one pair of keys: S3RVER and S3RVER. */
  export default class S3rver {
    constructor(options: Options);
    readonly httpServer: Server;
    /** Outermost first. */
    readonly middleware: ((context: Context, next: () => Promise<void>) => Promise<void>)[];
    readonly store: {
      listObjects: (bucket: string, options: object) => Promise<{ isTruncated: boolean }>;
    };
    run(): Promise<{ port: number }>;
    close(): Promise<void>;
  }
}
