/** False without a box, as with `display: none`. Safari before 17.4 has no `checkVisibility`. */
export function isShown(element: Element): boolean {
  return element.getClientRects().length > 0;
}
