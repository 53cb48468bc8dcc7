/** How many days the tests' clock is ahead of the machine's. */
export const daysAhead = Number(process.env['TEST_DAYS_AHEAD'] ?? 0);
