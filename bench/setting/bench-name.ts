/** The application name of the bench's own connections, whose cost is not the site's. */
export const benchName = 'bench';
