-- outside a transaction: others write meanwhile.
-- Addresses by their beginning, of those alone that may be found by it.
CREATE INDEX CONCURRENTLY IF NOT EXISTS accounts_findable_email ON accounts (email_lower text_pattern_ops) WHERE findable_by_email;

DROP INDEX CONCURRENTLY IF EXISTS accounts_email_prefix;
