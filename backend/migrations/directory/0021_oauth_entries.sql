-- What the OAuth library stores: clients, grants, codes and access tokens. Secrets only as hashes, keys of accounts
-- encrypted by a token that is not stored. `expires_at` is epoch ms.
CREATE TABLE oauth_entries (
	key TEXT PRIMARY KEY,
	account_id TEXT,
	value TEXT NOT NULL,
	metadata TEXT,
	expires_at INTEGER NOT NULL
) WITHOUT ROWID;
CREATE INDEX oauth_entries_by_account ON oauth_entries (account_id);
CREATE INDEX oauth_entries_by_time ON oauth_entries (expires_at);
