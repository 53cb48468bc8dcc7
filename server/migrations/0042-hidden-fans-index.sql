-- outside a transaction: others write meanwhile.
-- The hidden accounts that show a club, whom the job that counts fans leaves out.
CREATE INDEX CONCURRENTLY IF NOT EXISTS users_hidden_fans
  ON users (club) WHERE club IS NOT NULL AND show_club AND (suspended OR leaving);
