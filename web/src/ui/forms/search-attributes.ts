/** Names and handles must not be completed, corrected or capitalised. */
export const searchAttributes = {
  type: 'search',
  name: 'q',
  autoComplete: 'off',
  autoCapitalize: 'none',
  autoCorrect: 'off',
  spellCheck: false,
  enterKeyHint: 'search',
} as const;
