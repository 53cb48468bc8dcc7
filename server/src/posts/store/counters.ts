/** The columns of post_counters that say a post's state (CounterState), for what reads or answers them. */
export const counterColumns =
  'likes, comments, reposts, impressions, votes_a, votes_b, votes_c, votes_d, revision';
