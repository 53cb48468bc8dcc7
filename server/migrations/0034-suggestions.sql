-- People and posts in the last ranking of the job refresh-suggestions: derived, bounded, and local to the coordinator. Positions begin at 0.
CREATE TABLE suggested_people (
  uid uuid PRIMARY KEY,
  position smallint NOT NULL,
  writes_much boolean NOT NULL
);

CREATE TABLE hot_posts (
  post_id uuid PRIMARY KEY,
  position smallint NOT NULL
);
