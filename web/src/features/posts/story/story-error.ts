export class StoryError extends Error {}
