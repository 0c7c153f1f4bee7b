-- How what is stored here and in the accounts' objects is to be read: backend/base/stored-form.ts. The code writes it.
CREATE TABLE _stored_form (
	id INTEGER PRIMARY KEY CHECK (id = 1),
	version INTEGER NOT NULL,
	least_reader INTEGER NOT NULL
);
INSERT INTO _stored_form VALUES (1, 1, 1);
