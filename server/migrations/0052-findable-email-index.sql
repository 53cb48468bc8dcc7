-- Addresses by their beginning, of those alone that may be found by it.
CREATE INDEX accounts_findable_email ON accounts (email_lower text_pattern_ops) WHERE findable_by_email;

DROP INDEX accounts_email_prefix;
