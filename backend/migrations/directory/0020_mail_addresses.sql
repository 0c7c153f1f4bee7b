-- The random part of the address at which an integration receives files by mail.
CREATE TABLE mail_addresses (
	address TEXT PRIMARY KEY,
	account_id TEXT NOT NULL,
	key_id TEXT NOT NULL
) WITHOUT ROWID;
CREATE INDEX mail_addresses_by_account ON mail_addresses (account_id);
