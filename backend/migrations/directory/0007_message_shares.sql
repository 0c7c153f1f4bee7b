-- What each account had of a provider's quota on a UTC day. `age`: settled, new or today, as the day began for it;
-- `own`: out of what is kept for its alerts; `common`: out of the rest; `spent`: it has asked for more.
CREATE TABLE message_shares (
	channel TEXT NOT NULL,
	day TEXT NOT NULL,
	account_id TEXT NOT NULL,
	age TEXT NOT NULL,
	own INTEGER NOT NULL DEFAULT 0,
	common INTEGER NOT NULL DEFAULT 0,
	spent INTEGER NOT NULL DEFAULT 0,
	PRIMARY KEY (channel, day, account_id)
) WITHOUT ROWID;

-- The sums of these rows, and how many accounts there were as the day began. `taken_by`: the last that took one, and
-- out of which pool, so that one batch of statements takes exactly one or none.
CREATE TABLE message_days (
	channel TEXT NOT NULL,
	day TEXT NOT NULL,
	settled_accounts INTEGER NOT NULL,
	new_accounts INTEGER NOT NULL,
	settled_own INTEGER NOT NULL DEFAULT 0,
	new_own INTEGER NOT NULL DEFAULT 0,
	common INTEGER NOT NULL DEFAULT 0,
	new_common INTEGER NOT NULL DEFAULT 0,
	taken_by TEXT NOT NULL DEFAULT '',
	pool TEXT NOT NULL DEFAULT '',
	PRIMARY KEY (channel, day)
) WITHOUT ROWID;

-- How many messages an address that nobody has confirmed got on a UTC day, from all accounts together. By its digest.
CREATE TABLE message_addresses (
	channel TEXT NOT NULL,
	day TEXT NOT NULL,
	address TEXT NOT NULL,
	sent INTEGER NOT NULL,
	PRIMARY KEY (channel, day, address)
) WITHOUT ROWID;

-- How old an account is: since when the first of its members belongs to it.
CREATE INDEX members_by_account ON members_directory (account_id, created_at);
