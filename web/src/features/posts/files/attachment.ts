/** How far a file is on its way to the server. */
export type Upload =
  /** `fraction` of it has left; at 1 the server is at work on it. */
  | { readonly phase: 'sending'; readonly fraction: number }
  /** `at` in milliseconds since 1970: the server keeps what no post takes for a day. */
  | { readonly phase: 'sent'; readonly key: string; readonly at: number }
  /** `reason` is Spanish and fit to be shown; null when the user stopped it. */
  | { readonly phase: 'stopped'; readonly reason: string | null };

/** The file of a draft, as it will be sent. */
export type Attachment = {
  readonly id: string;
  readonly type: 'image' | 'video';
  readonly file: Blob;
  /** A `blob:` address that shows it. */
  readonly url: string;
  /** In pixels, where they are known. */
  readonly width: number | null;
  readonly height: number | null;
  readonly upload: Upload;
};
