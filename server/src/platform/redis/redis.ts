import { Redis, type RedisOptions } from 'ioredis';

/** Called with the reason of each failed connection; a reason names no password. */
export type OnRedisError = (reason: string) => void;

/**
 * A connection for commands and publishes. It connects by itself and again after each loss. A command fails at once
 * while there is no connection, and after 100 ms without an answer; Redis may still carry it out then.
 */
export function openRedisCommands(url: string, onError: OnRedisError): Redis {
  return open(url, onError, {
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    commandTimeout: 100,
    // A machine that vanished answers nothing, not even that the connection is gone.
    socketTimeout: 1_000,
  });
}

/**
 * A connection for subscriptions only. A subscription waits until there is a connection, and holds again after each
 * loss; messages of the meantime are lost. `ping` finds a machine that vanished: 2 s without an answer reconnect.
 */
export function openRedisSubscriber(url: string, onError: OnRedisError): Redis {
  return open(url, onError, { autoResubscribe: true, maxRetriesPerRequest: null, socketTimeout: 2_000 });
}

const retryMs = { min: 50, max: 700 };

/** How long to wait before try `attempt` (from 1) to connect: longer each time, and never the same for everybody. */
export function reconnectDelay(attempt: number): number {
  const longest = Math.min(retryMs.max, retryMs.min * 2 ** attempt);
  return retryMs.min + Math.random() * (longest - retryMs.min);
}

// Without `replyMapping`, so that the compiler need not compare clients of all mappings, which takes it a second.
type Options = Omit<RedisOptions, 'replyMapping'>;

function open(url: string, onError: OnRedisError, options: Options): Redis {
  const redis = new Redis(url, {
    connectTimeout: 1_000,
    connectionName: 'tablon',
    retryStrategy: reconnectDelay,
    // After a failover the old primary may live on as a replica, which refuses writes.
    reconnectOnError: ({ message }) => message.startsWith('READONLY'),
    ...options,
  });
  // The error of a refused sign-in carries the password among its command's arguments, so only the message goes on.
  redis.on('error', ({ message }: Error) => onError(message));
  return redis;
}
