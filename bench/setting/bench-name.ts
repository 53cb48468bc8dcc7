/** The application name of the bench's connections: their cost is not the site's. */
export const benchName = 'bench';
