-- The files of the sitemap, by the nightly job make-sitemap: derived, and local to the coordinator. What has been removed since is left out when a file is served.
CREATE TABLE sitemap_files (
  number integer PRIMARY KEY,
  people uuid[] NOT NULL,
  posts uuid[] NOT NULL
);
