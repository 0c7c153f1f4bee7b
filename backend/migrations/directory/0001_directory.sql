-- Which account a person belongs to. One row per `sub` of the user pool.
CREATE TABLE members_directory (
	sub TEXT PRIMARY KEY,
	account_id TEXT NOT NULL,
	created_at INTEGER NOT NULL
) WITHOUT ROWID;

CREATE TABLE invitations (
	id TEXT PRIMARY KEY,
	email TEXT NOT NULL,
	account_id TEXT NOT NULL,
	company_name TEXT NOT NULL,
	inviter_name TEXT NOT NULL,
	role TEXT NOT NULL,
	scope TEXT NOT NULL,
	expires_at INTEGER NOT NULL
) WITHOUT ROWID;

CREATE UNIQUE INDEX invitations_by_email ON invitations (email, account_id);
