-- Hostnames of the console that show an account's brand, mapped by the operator (npm run brands). A hostname chooses how
-- pages look, never whose data they show. Lower case, without a port.
CREATE TABLE hostnames (
	hostname TEXT PRIMARY KEY,
	account_id TEXT NOT NULL,
	created_at INTEGER NOT NULL
) WITHOUT ROWID;

CREATE INDEX hostnames_by_account ON hostnames (account_id);

-- What each account has published, as JSON of what everybody may see, so that visitors wake no account's object.
CREATE TABLE account_brands (
	account_id TEXT PRIMARY KEY,
	revision INTEGER NOT NULL,
	brand TEXT NOT NULL
) WITHOUT ROWID;

-- Accounts whose mails may have a sender's name of their own.
CREATE TABLE released_senders (
	account_id TEXT PRIMARY KEY,
	released_at INTEGER NOT NULL
) WITHOUT ROWID;
