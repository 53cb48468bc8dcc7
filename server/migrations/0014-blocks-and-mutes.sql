-- Group U. A block in both directions, each beside its own user's other rows, as with follows and followers.
CREATE TABLE blocks (
  blocker uuid NOT NULL,
  blocked uuid NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (blocker, blocked)
);

SELECT distribute_table('blocks', 'blocker', 'users');

CREATE TABLE blocked_by (
  blocked uuid NOT NULL,
  blocker uuid NOT NULL,
  PRIMARY KEY (blocked, blocker)
);

SELECT distribute_table('blocked_by', 'blocked', 'users');

-- Nobody is told who muted them, so nothing asks for the other direction.
CREATE TABLE mutes (
  uid uuid NOT NULL,
  muted uuid NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (uid, muted)
);

SELECT distribute_table('mutes', 'uid', 'users');

-- All muted words of a user, folded, in the order in which they are shown.
CREATE TABLE muted_words (
  uid uuid PRIMARY KEY,
  words text[] NOT NULL
);

SELECT distribute_table('muted_words', 'uid', 'users');
