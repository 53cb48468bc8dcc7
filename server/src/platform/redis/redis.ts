import { Redis, type RedisOptions } from 'ioredis';

/** A reason contains no password. */
export type OnRedisError = (reason: string) => void;

/**
 * For commands and publishes. Reconnects by itself. A command fails at once while there is no connection, and
 * after 100 ms without an answer; Redis may still carry it out then.
 */
export function openRedisCommands(url: string, onError: OnRedisError): Redis {
  return open(url, onError, {
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    commandTimeout: 100,
    // A machine that vanished does not even close the connection.
    socketTimeout: 1_000,
  });
}

/**
 * For subscriptions only. Reconnects and subscribes again; messages in between are lost. Only a `ping`
 * detects a machine that vanished: 2 s without an answer reconnect.
 */
export function openRedisSubscriber(url: string, onError: OnRedisError): Redis {
  return open(url, onError, { autoResubscribe: true, maxRetriesPerRequest: null, socketTimeout: 2_000 });
}

const retryMs = { min: 50, max: 700 };

/** In milliseconds; `attempt` counts from 1. Exponential back-off with jitter. */
export function reconnectDelay(attempt: number): number {
  const longest = Math.min(retryMs.max, retryMs.min * 2 ** attempt);
  return retryMs.min + Math.random() * (longest - retryMs.min);
}

// Without `replyMapping`: the compiler would take a second to compare clients of all mappings.
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
  // The arguments of a failed sign-in contain the password, so only the message goes on.
  redis.on('error', ({ message }: Error) => onError(message));
  return redis;
}
