-- outside a transaction: others write meanwhile.
-- The mentions and quotes of a user, without reading all likes.
CREATE INDEX CONCURRENTLY IF NOT EXISTS notifications_mentions ON notifications (uid, id)
  WHERE type = 'mention' OR text = '{actor} citó tu publicación';
