-- The size and the dominant colour of an ad's file keep its place until it is there.
ALTER TABLE ads ADD COLUMN media_width integer;

ALTER TABLE ads ADD COLUMN media_height integer;

ALTER TABLE ads ADD COLUMN media_color text;

-- Group U: how often an ad was counted for a user on a day, for the cap. Removed once the day is over.
CREATE TABLE ad_views (
  uid uuid NOT NULL,
  ad_id uuid NOT NULL,
  day date NOT NULL,
  shown integer NOT NULL CHECK (shown >= 1),
  PRIMARY KEY (uid, ad_id, day)
);

SELECT distribute_table('ad_views', 'uid', 'users');

CREATE INDEX ad_views_day ON ad_views (day);

-- What an ad brought on a day of Buenos Aires: local to the coordinator.
CREATE TABLE ad_days (
  ad_id uuid NOT NULL REFERENCES ads ON DELETE CASCADE,
  day date NOT NULL,
  impressions integer NOT NULL CHECK (impressions >= 0),
  clicks integer NOT NULL CHECK (clicks >= 0),
  PRIMARY KEY (ad_id, day)
);
