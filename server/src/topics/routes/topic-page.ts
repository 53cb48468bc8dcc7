import type { FastifyInstance } from 'fastify';

import type { Feature } from '../../../../contract/src/features.ts';
import { topicKey } from '../../../../contract/src/rules/texts/topics.ts';
import type { Shell } from '../../http/page.ts';

/** Serves the app, with status 404 if `tag` cannot be a topic. An unused topic is a page like any other. */
export function registerTopicPage(
  http: FastifyInstance,
  { shell, features }: { shell: Shell; features: readonly Feature[] },
): void {
  if (!features.includes('temas')) return;
  http.get<{ Params: { tag: string } }>('/tema/:tag', (request, reply) =>
    reply
      .code(topicKey(request.params.tag) === null ? 404 : 200)
      .headers(shell.headers)
      .send(shell.html),
  );
}
