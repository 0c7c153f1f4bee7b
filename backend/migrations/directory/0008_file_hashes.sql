-- What /verify answers of a file, by its SHA-256 in hex: it outlives the file, not the account. Times are epoch ms.
CREATE TABLE file_hashes (
	sha256 TEXT PRIMARY KEY,
	account_id TEXT NOT NULL,
	company_name TEXT NOT NULL,
	product_name TEXT NOT NULL,
	kind TEXT NOT NULL,
	made_at INTEGER NOT NULL,
	revised_at INTEGER,
	signed_at INTEGER
) WITHOUT ROWID;

CREATE INDEX file_hashes_by_account ON file_hashes (account_id);
