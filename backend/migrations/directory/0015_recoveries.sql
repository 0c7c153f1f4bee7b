-- Accounts that an operator sets back to a point in time: docs/recovery.md. `npm run recover` writes a row, the cron does
-- it. A row stays, so that an object that was set back finds what it does not know of. Times are epoch ms.
CREATE TABLE account_recoveries (
	id TEXT PRIMARY KEY,
	account_id TEXT NOT NULL,
	restore_to INTEGER NOT NULL,
	-- In place of the time: where a recovery is taken back.
	bookmark TEXT,
	asked_at INTEGER NOT NULL,
	-- From here on the object is held that does not know of it.
	begun_at INTEGER,
	-- What takes it back; null: the platform has not answered yet.
	undo_bookmark TEXT,
	held_at INTEGER,
	release_asked_at INTEGER,
	released_at INTEGER,
	-- Why it could not be done. Then nothing has changed.
	failure TEXT
) WITHOUT ROWID;
CREATE INDEX account_recoveries_by_account ON account_recoveries (account_id);
CREATE INDEX account_recoveries_open ON account_recoveries (asked_at) WHERE released_at IS NULL AND failure IS NULL;
