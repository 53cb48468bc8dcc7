import { Parser } from 'htmlparser2';

import { pageDecoder } from './page-charset.ts';
import type { WebAnswer } from './web-fetch.ts';

/** As it stands in the page: not cleaned or checked. */
export type PageDescription = {
  title: string | undefined;
  description: string | undefined;
  site: string | undefined;
  image: string | undefined;
};

const names = {
  title: ['og:title', 'twitter:title'],
  description: ['og:description', 'twitter:description', 'description'],
  site: ['og:site_name'],
  image: ['og:image:secure_url', 'og:image', 'og:image:url', 'twitter:image', 'twitter:image:src'],
} as const;

const html = /^\s*(?:text\/html|application\/xhtml\+xml)\s*(?:;|$)/i;

/** Reads the head of a page and no further; null when it is not HTML. */
export async function readDescription({ type, body }: WebAnswer): Promise<PageDescription | null> {
  if (!html.test(type)) return null;
  const head = new Head();
  const decode = pageDecoder(type);
  for await (const chunk of body) {
    head.write(decode(chunk));
    if (head.isOver) return head.description();
  }
  head.write(decode(null));
  return head.description();
}

const textMax = 8_192;
// The parser's time grows with the square of the nesting depth.
const elementsMax = 1_000;

class Head {
  isOver = false;
  readonly #meta = new Map<string, string>();
  #title = '';
  #titles = 0;
  #elements = 0;
  #inTitle = false;
  readonly #parser = new Parser({
    onopentagname: () => {
      if (++this.#elements > elementsMax) this.#end();
    },
    onopentag: (name, attributes) => {
      if (name === 'body') this.#end();
      else if (name === 'meta') this.#add(attributes);
      else if (name === 'title') this.#inTitle = ++this.#titles === 1;
    },
    ontext: (text) => {
      if (this.#inTitle && this.#title.length < textMax) this.#title += text.slice(0, textMax);
    },
    onclosetag: (name, isImplied) => {
      if (name === 'title') this.#inTitle = false;
      else if (name === 'head' && !isImplied) this.#end();
    },
  });

  write(text: string): void {
    this.#parser.write(text);
  }

  description(): PageDescription {
    const first = (keys: readonly string[]) => keys.map((key) => this.#meta.get(key)).find((value) => value);
    return {
      title: first(names.title) ?? this.#title,
      description: first(names.description),
      site: first(names.site),
      image: first(names.image),
    };
  }

  #add({ property, name, content }: Record<string, string>): void {
    const key = (property ?? name)?.trim().toLowerCase();
    const isMetadata =
      key !== undefined && Object.values(names).some((keys) => keys.some((known) => known === key));
    if (isMetadata && content !== undefined && !this.isOver && !this.#meta.has(key)) {
      this.#meta.set(key, content.slice(0, textMax).trim());
    }
  }

  #end(): void {
    this.isOver = true;
    this.#inTitle = false;
    this.#parser.pause();
  }
}
