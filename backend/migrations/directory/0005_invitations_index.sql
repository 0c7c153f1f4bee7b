-- The account's object decides on invitations; here stands which account one leads to, and what its card says.
DROP INDEX invitations_by_account;
ALTER TABLE invitations DROP COLUMN scope;
ALTER TABLE invitations ADD COLUMN ended_at INTEGER;
-- Where somebody belonged whose membership was deleted, so that a page can say whom to ask.
CREATE TABLE former_members (
	sub TEXT PRIMARY KEY,
	company_name TEXT NOT NULL,
	owners TEXT NOT NULL,
	how TEXT NOT NULL,
	at INTEGER NOT NULL
) WITHOUT ROWID;
CREATE INDEX former_members_by_time ON former_members (at);
