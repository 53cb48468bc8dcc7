// @vitest-environment happy-dom
import { act, cleanup, renderHook } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, expect, test, vi } from 'vitest';

import type { ProfileInput } from './profile-draft.ts';
import { usePicture } from './use-picture.ts';

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

/** As in browsers, a picture whose address is revoked before it was decoded fails. */
function slowDecoder(): () => void {
  const revoked = new Set<string>();
  const { promise: turn, resolve: decode } = Promise.withResolvers<void>();
  class SlowImage {
    src = '';
    async decode(): Promise<void> {
      await turn;
      if (revoked.has(this.src)) throw new DOMException('', 'EncodingError');
    }
  }
  vi.stubGlobal('Image', SlowImage);
  let created = 0;
  vi.spyOn(URL, 'createObjectURL').mockImplementation(() => `blob:${++created}`);
  vi.spyOn(URL, 'revokeObjectURL').mockImplementation((url) => void revoked.add(url));
  return decode;
}

const image = (name: string) => new File(['x'], name, { type: 'image/jpeg' });

test('a picture that was replaced before it was decoded does not refuse the next one', async () => {
  const decode = slowDecoder();
  const { result } = renderHook(() => {
    const [input, setInput] = useState<ProfileInput>({});
    return { input, picture: usePicture(input.avatar ?? null, setInput) };
  });
  const choices: Promise<void>[] = [];
  for (const name of ['a.jpg', 'b.jpg']) {
    await act(async () => void choices.push(result.current.picture.choose(image(name))));
  }
  decode();
  await act(async () => void (await Promise.all(choices)));
  expect(result.current.picture.error).toBeUndefined();
  expect(result.current.input.avatar).toMatchObject({ file: { name: 'b.jpg' } });
});
