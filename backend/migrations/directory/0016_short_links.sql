-- Short addresses in SMS, by the SHA-256 of their code. `target` is a path of the console, or what a link of a message
-- is signed for (JSON): neither a code nor a token is stored. Times are epoch ms.
CREATE TABLE short_links (
	digest TEXT PRIMARY KEY,
	account_id TEXT NOT NULL,
	target TEXT NOT NULL,
	expires_at INTEGER NOT NULL
) WITHOUT ROWID;
CREATE INDEX short_links_by_account ON short_links (account_id);
CREATE INDEX short_links_by_time ON short_links (expires_at);
