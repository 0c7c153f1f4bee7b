-- When the secret or certificate of an account's provider ends, as its owner has entered: epoch ms. `told_days`: the step
-- of days before at which the owners were told last; null: not yet.
CREATE TABLE provider_ends (
	name TEXT PRIMARY KEY,
	account_id TEXT NOT NULL,
	ends_at INTEGER NOT NULL,
	told_days INTEGER
) WITHOUT ROWID;
CREATE INDEX provider_ends_due ON provider_ends (ends_at);
