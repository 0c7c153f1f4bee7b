-- How many messages of a channel were handed to its provider on a UTC day, by all accounts together.
CREATE TABLE message_counts (
	channel TEXT NOT NULL,
	day TEXT NOT NULL,
	sent INTEGER NOT NULL,
	PRIMARY KEY (channel, day)
) WITHOUT ROWID;

-- Whose message the provider means when it tells what became of it. Rows go after 30 days.
CREATE TABLE sent_messages (
	provider_id TEXT PRIMARY KEY,
	account_id TEXT NOT NULL,
	message_id TEXT NOT NULL,
	sent_at INTEGER NOT NULL
) WITHOUT ROWID;
CREATE INDEX sent_messages_by_time ON sent_messages (sent_at);
