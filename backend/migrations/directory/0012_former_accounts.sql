-- Of which account somebody was a member: its name and its owners are asked for when they want to know.
CREATE TABLE former_accounts (
	sub TEXT PRIMARY KEY,
	account_id TEXT NOT NULL,
	at INTEGER NOT NULL
) WITHOUT ROWID;
CREATE INDEX former_accounts_by_time ON former_accounts (at);
