import { createElement, type FunctionComponent, type SVGProps } from 'react';

type IconData = {
  readonly size: number;
  readonly node: readonly (readonly [tag: string, attributes: object])[];
};
type IconProps = Omit<SVGProps<SVGSVGElement>, 'size'> & { size?: number | string };

/**
 * The build replaces lucide-react's own component with this one. The original is a hundredth of the first
 * load and can do much that no icon here needs.
 */
// oxlint-disable-next-line import/no-default-export -- The library has one.
export default function createLucideIcon({ size: box, node }: IconData): FunctionComponent<IconProps> {
  return function LucideIcon({ size = box, ...rest }) {
    return createElement(
      'svg',
      {
        xmlns: 'http://www.w3.org/2000/svg',
        width: size,
        height: size,
        viewBox: `0 0 ${box} ${box}`,
        fill: 'none',
        stroke: 'currentColor',
        strokeWidth: 2,
        strokeLinecap: 'round',
        strokeLinejoin: 'round',
        // An icon without a label is decorative.
        'aria-hidden': rest['aria-label'] === undefined ? true : undefined,
        ...rest,
      },
      ...node.map(([tag, attributes]) => createElement(tag, attributes)),
    );
  };
}
