-- An account asks whom it has invited before a group goes that they would see.
CREATE INDEX invitations_by_account ON invitations (account_id);
