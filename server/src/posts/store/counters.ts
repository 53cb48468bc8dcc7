export const counterColumns =
  'likes, comments, reposts, impressions, votes_a, votes_b, votes_c, votes_d, revision';
