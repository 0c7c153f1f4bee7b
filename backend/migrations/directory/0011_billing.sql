-- Months of accounts that are closed, as JSON, so that a restored account finds them so. Times are epoch ms.
CREATE TABLE usage_statements (
	account_id TEXT NOT NULL,
	month TEXT NOT NULL,
	statement TEXT NOT NULL,
	closed_at INTEGER NOT NULL,
	PRIMARY KEY (account_id, month)
) WITHOUT ROWID;

-- Whose customer of the payment provider is: what an event of theirs is about.
CREATE TABLE billing_customers (
	customer_id TEXT PRIMARY KEY,
	account_id TEXT NOT NULL
) WITHOUT ROWID;

CREATE INDEX billing_customers_by_account ON billing_customers (account_id);
