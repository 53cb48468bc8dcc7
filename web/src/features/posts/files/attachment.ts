export type Upload =
  /** At 1 the server is processing the file. */
  | { readonly phase: 'sending'; readonly fraction: number }
  /** `at` in ms since 1970: the server drops unused uploads after a day. */
  | { readonly phase: 'sent'; readonly key: string; readonly at: number }
  /** `reason` is Spanish and fit to be shown; null when the user stopped the upload. */
  | { readonly phase: 'stopped'; readonly reason: string | null };

export type Attachment = {
  readonly id: string;
  readonly type: 'image' | 'video';
  readonly file: Blob;
  readonly url: string;
  /** In pixels; null where unknown. */
  readonly width: number | null;
  readonly height: number | null;
  readonly upload: Upload;
};
