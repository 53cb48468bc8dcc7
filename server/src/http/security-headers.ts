const csp = (directives: Record<string, string>) =>
  Object.entries(directives)
    .map(([name, value]) => `${name} ${value}`.trim())
    .join('; ');

const commonHeaders = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'strict-transport-security': 'max-age=31536000; includeSubDomains',
  'cross-origin-resource-policy': 'same-origin',
};

export const callHeaders: Readonly<Record<string, string>> = {
  ...commonHeaders,
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cache-control': 'no-store',
};

/** Uploaded files: a browser that treats one as a page can do nothing with it. */
export const mediaHeaders: Readonly<Record<string, string>> = {
  ...commonHeaders,
  'content-security-policy': "sandbox; default-src 'none'",
  'content-disposition': 'inline',
};

/**
 * `same-origin-allow-popups`: plain `same-origin` would break the Google popup.
 * @param mediaBaseUrl where browsers fetch uploaded files; null: from the site itself
 */
export const pageHeaders = (mediaBaseUrl: string | null = null): Readonly<Record<string, string>> => ({
  ...commonHeaders,
  'content-security-policy': csp({
    'default-src': "'none'",
    'script-src': "'self'",
    'style-src': "'self'",
    'img-src': `'self' data: blob:${mediaSource(mediaBaseUrl)}`,
    'media-src': `'self' blob:${mediaSource(mediaBaseUrl)}`,
    'font-src': "'self'",
    'connect-src': "'self'",
    'manifest-src': "'self'",
    'worker-src': "'self'",
    'object-src': "'none'",
    'base-uri': "'none'",
    'form-action': "'self'",
    'frame-ancestors': "'none'",
    'require-trusted-types-for': "'script'",
  }),
  'cross-origin-opener-policy': 'same-origin-allow-popups',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=()',
});

/** Pages for visitors without an account hold no program at all. `mediaBaseUrl` as in `pageHeaders`. */
export const readingHeaders = (mediaBaseUrl: string | null): Readonly<Record<string, string>> => ({
  ...commonHeaders,
  'content-security-policy': csp({
    'default-src': "'none'",
    'style-src': "'self'",
    'img-src': `'self'${mediaSource(mediaBaseUrl)}`,
    'media-src': `'self'${mediaSource(mediaBaseUrl)}`,
    'font-src': "'self'",
    // The page itself connects to nothing. Auditing tools such as Lighthouse read robots.txt in its name.
    'connect-src': "'self'",
    'base-uri': "'none'",
    'form-action': "'none'",
    'frame-ancestors': "'none'",
  }),
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=()',
  'cache-control': 'no-cache',
  vary: 'cookie',
});

// With the trailing slash, only addresses below the path are allowed.
function mediaSource(baseUrl: string | null): string {
  return baseUrl === null ? '' : ` ${baseUrl.replace(/[;,]/g, encodeURIComponent)}/`;
}
