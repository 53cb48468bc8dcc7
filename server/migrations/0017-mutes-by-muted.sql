-- Who muted somebody whose account is removed.
CREATE INDEX mutes_muted ON mutes (muted);
