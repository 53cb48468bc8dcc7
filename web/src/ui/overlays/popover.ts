/** Every chunk that shows a popover awaits this: Chrome has them since 114, Safari since 17. See decision 0076. */
export const hasPopovers = 'popover' in HTMLElement.prototype;

if (!hasPopovers) await import('@oddbird/popover-polyfill');
