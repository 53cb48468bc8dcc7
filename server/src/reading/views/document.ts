import { html, type Html } from './html.ts';
import type { PublicSite } from './public-reads.ts';

export type Look = {
  /** Null in a process without the built page. */
  readonly styles: string | null;
  readonly fonts: readonly string[];
};

export type Head = {
  title: string;
  description: string;
  canonicalUrl: string;
  type: 'article' | 'profile' | 'website';
  image: {
    url: string;
    width?: number | undefined;
    height?: number | undefined;
    alt: string;
    large: boolean;
  };
  indexable: boolean;
  feed?: { url: string; title: string } | undefined;
  published?: string | undefined;
  data: Html | null;
};

/** The page is complete without JavaScript. */
export function pageDocument(
  site: PublicSite,
  look: Look,
  { head, body, path }: { head: Head; body: Html; path: string },
): string {
  const { image } = head;
  return html`<!doctype html>
    <html lang="es-AR" prefix="og: https://ogp.me/ns#">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <title>${head.title}</title>
        <meta name="description" content="${head.description}" />
        ${!head.indexable && html`<meta name="robots" content="noindex" />`}
        <link rel="canonical" href="${head.canonicalUrl}" />
        ${head.feed && html`<link rel="alternate" type="application/atom+xml" title="${head.feed.title}" href="${head.feed.url}" />`}
        <meta property="og:title" content="${head.title}" />
        <meta property="og:description" content="${head.description}" />
        <meta property="og:url" content="${head.canonicalUrl}" />
        <meta property="og:type" content="${head.type}" />
        <meta property="og:site_name" content="${site.name}" />
        <meta property="og:locale" content="es_AR" />
        <meta property="og:image" content="${image.url}" />
        ${image.width !== undefined && html`<meta property="og:image:width" content="${image.width}" />`}
        ${image.height !== undefined && html`<meta property="og:image:height" content="${image.height}" />`}
        <meta property="og:image:alt" content="${image.alt}" />
        ${head.published && html`<meta property="article:published_time" content="${head.published}" />`}
        <meta name="twitter:card" content="${image.large ? 'summary_large_image' : 'summary'}" />
        ${commonHead(look)} ${head.data}
      </head>
      ${frame(site, body, path)}
    </html> `.text;
}

export function sentencePage(
  site: PublicSite,
  look: Look,
  { title, sentence }: { title: string; sentence: string },
): string {
  return html`<!doctype html>
    <html lang="es-AR">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <title>${title}</title>
        <meta name="robots" content="noindex" />
        ${commonHead(look)}
      </head>
      <body>
        ${top(site)}
        <main><p class="only">${sentence}</p></main>
      </body>
    </html> `.text;
}

function commonHead({ styles, fonts }: Look): Html {
  return html`<meta name="color-scheme" content="dark light" />
    <meta name="theme-color" media="(prefers-color-scheme: light)" content="#ffffff" />
    <meta name="theme-color" media="(prefers-color-scheme: dark)" content="#0d1520" />
    <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
    <link rel="apple-touch-icon" href="/icons/apple-touch-icon.png" />
    ${fonts.map((font) => html`<link rel="preload" href="${font}" as="font" type="font/woff2" crossorigin />`)}
    ${styles !== null && html`<link rel="stylesheet" href="${styles}" />`}`;
}

function frame(site: PublicSite, body: Html, path: string): Html {
  const from = encodeURIComponent(path);
  return html`<body>
    ${top(site)}
    <main>${body}</main>
    <footer>
      <p>Estás leyendo ${site.name} sin cuenta.</p>
      <p class="ways">
        <a class="button primary" href="/registrar?volver=${from}">Crear cuenta</a>
        <a class="button" href="/ingresar?volver=${from}">Ingresar</a>
      </p>
      <p class="legal"><a href="/terminos">Términos</a> <a href="/privacidad">Privacidad</a></p>
    </footer>
  </body>`;
}

function top(site: PublicSite): Html {
  return html`<header class="top">
    <a class="logo" href="/" aria-label="Inicio"
      ><img src="/logo.svg" alt="" width="28" height="28" /><span aria-hidden="true">${site.name}</span></a
    >
  </header>`;
}
