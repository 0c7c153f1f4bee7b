-- What an operator should know of an account, without whose it is or what it holds: docs/operating.md. A row only as
-- long as there is something; its object writes it when it changes. Times are epoch ms, parts are percent.
CREATE TABLE account_states (
	account_id TEXT PRIMARY KEY,
	failed_jobs INTEGER NOT NULL,
	set_aside_jobs INTEGER NOT NULL,
	waiting_since INTEGER,
	object_percent INTEGER NOT NULL,
	device_percent INTEGER NOT NULL,
	plan_percent INTEGER NOT NULL,
	told_at INTEGER NOT NULL
) WITHOUT ROWID;

-- Messages that came back from their queues, by UTC day.
CREATE TABLE lost_messages (
	day TEXT PRIMARY KEY,
	lost INTEGER NOT NULL
) WITHOUT ROWID;
