-- One notification for an actor, a type and a post: a like that is taken back and given again tells nothing new.
CREATE UNIQUE INDEX notifications_once ON notifications (uid, actor_uid, type, post_id) NULLS NOT DISTINCT
  WHERE actor_uid IS NOT NULL;

-- For the job that forgets a deleted post.
CREATE INDEX notifications_post ON notifications (post_id) WHERE post_id IS NOT NULL;

-- For the daily removal of the old ones. Rows come in the order of time, so this small kind of index serves.
CREATE INDEX notifications_age ON notifications USING brin (created_at);
