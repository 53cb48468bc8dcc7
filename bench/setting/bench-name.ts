/** How the bench's own connections name themselves: what they cost PostgreSQL is not the site's. */
export const benchName = 'bench';
