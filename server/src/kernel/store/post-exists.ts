// An unqualified column would refer to the subquery's own.
type QualifiedId = `${string}.${string}` | `$${number}::uuid`;

/** SQL condition that a post was not deleted, for statements whose rows may outlive their post. */
export const postExists = (id: QualifiedId) =>
  `NOT EXISTS (SELECT 1 FROM removed_posts removed WHERE removed.post_id = ${id})`;
