-- Which account is the official one is asked at every start.
CREATE INDEX users_official ON users (uid) WHERE official;
