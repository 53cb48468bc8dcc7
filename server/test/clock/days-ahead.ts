/** How far the tests live ahead of the machine's date. */
export const daysAhead = Number(process.env['TEST_DAYS_AHEAD'] ?? 0);
