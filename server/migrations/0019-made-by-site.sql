-- Whether the site created the account itself (the official one, the super-admin's): nobody signed up for it.
ALTER TABLE accounts ADD COLUMN made_by_site boolean NOT NULL DEFAULT false;
