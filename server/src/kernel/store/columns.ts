/** An array per column, for statements that write many rows. */
export function columnsOf<Row extends object>(rows: readonly Row[]) {
  return <Name extends keyof Row>(name: Name) => rows.map((row) => row[name]);
}
