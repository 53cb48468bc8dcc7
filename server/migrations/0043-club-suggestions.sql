-- Group C, by club: its fans in the last ranking of the job refresh-suggestions, from 0 on. Derived and bounded.
CREATE TABLE club_suggestions (
  club text NOT NULL,
  rank smallint NOT NULL,
  uid uuid NOT NULL,
  PRIMARY KEY (club, rank)
);

SELECT distribute_table('club_suggestions', 'club', 'club_posts');
