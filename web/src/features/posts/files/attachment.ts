export type Upload =
  /** `fraction` is uploaded; at 1 the server is processing it. */
  | { readonly phase: 'sending'; readonly fraction: number }
  /** `at` in ms since 1970: the server drops unused uploads after a day. */
  | { readonly phase: 'sent'; readonly key: string; readonly at: number }
  /** `reason` is Spanish and fit to be shown; null when the user stopped it. */
  | { readonly phase: 'stopped'; readonly reason: string | null };

export type Attachment = {
  readonly id: string;
  readonly type: 'image' | 'video';
  readonly file: Blob;
  readonly url: string;
  /** In pixels, where they are known. */
  readonly width: number | null;
  readonly height: number | null;
  readonly upload: Upload;
};
