-- Every account that a person belongs to. For one release `members_directory` goes on beside it and holds the default:
-- the release before reads and writes nothing else, also while both run, so whoever reads takes the rows of both.
CREATE TABLE memberships (
	sub TEXT NOT NULL,
	account_id TEXT NOT NULL,
	created_at INTEGER NOT NULL,
	PRIMARY KEY (sub, account_id)
) WITHOUT ROWID;
CREATE INDEX memberships_by_account ON memberships (account_id, created_at);
INSERT INTO memberships SELECT sub, account_id, created_at FROM members_directory;
