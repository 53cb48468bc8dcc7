// What TypeScript uses of builds.mjs.
export function build(
  child: { run: (program: string, args: string[]) => Promise<number> },
  node: string,
  names: ('page' | 'server')[],
): Promise<boolean>;
