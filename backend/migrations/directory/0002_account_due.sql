-- When an account's object next has something to do. A cron pokes those that are overdue, should an alarm be lost.
CREATE TABLE account_due (
	account_id TEXT PRIMARY KEY,
	due_at INTEGER NOT NULL
) WITHOUT ROWID;
CREATE INDEX account_due_by_time ON account_due (due_at);
