-- Domains that accounts have claimed by a TXT record. Several accounts may wait for one; one alone holds it, as `seen_at`
-- says. `missing_since`: the first look that did not find the record again. `newcomer`: JSON of the role and scope of
-- people who are new; null: they need an invitation. Times are epoch ms.
CREATE TABLE domain_claims (
	domain TEXT NOT NULL,
	account_id TEXT NOT NULL,
	token TEXT NOT NULL,
	claimed_at INTEGER NOT NULL,
	seen_at INTEGER,
	missing_since INTEGER,
	looked_at INTEGER,
	newcomer TEXT,
	PRIMARY KEY (domain, account_id)
) WITHOUT ROWID;
CREATE INDEX domain_claims_held ON domain_claims (domain) WHERE seen_at IS NOT NULL;
CREATE INDEX domain_claims_by_account ON domain_claims (account_id);

-- Providers at which an account's people sign in, by the name that they have in the user pool. `request` is JSON of what
-- the operator's command needs; `sealed_secret` can be read with the operator's key alone and goes once it was taken.
CREATE TABLE identity_providers (
	name TEXT PRIMARY KEY,
	account_id TEXT NOT NULL UNIQUE,
	company_name TEXT NOT NULL,
	request TEXT NOT NULL,
	sealed_secret TEXT,
	created_at INTEGER NOT NULL,
	ready_at INTEGER
) WITHOUT ROWID;

-- Who somebody is that signs in by an account's provider: `person` is the sub that the account knows, within it alone.
CREATE TABLE person_subs (
	sub TEXT PRIMARY KEY,
	person TEXT NOT NULL,
	account_id TEXT NOT NULL,
	provider TEXT NOT NULL,
	created_at INTEGER NOT NULL
) WITHOUT ROWID;
CREATE INDEX person_subs_by_account ON person_subs (account_id);
