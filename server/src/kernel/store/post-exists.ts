// A bare column would name the one of the subquery.
type QualifiedId = `${string}.${string}` | `$${number}::uuid`;

/** The condition that a post was not deleted, for every statement that reads what a deleted post may still stand in. */
export const postExists = (id: QualifiedId) =>
  `NOT EXISTS (SELECT 1 FROM removed_posts removed WHERE removed.post_id = ${id})`;
