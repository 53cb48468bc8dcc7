/** A story image cannot be made: a picture does not load, or the browser cannot draw it. */
export class StoryError extends Error {}
