-- The jurisdiction in which data lies, empty for none: backend/db/data-place.ts. The code writes it at its first request;
-- whatever was there before has none.
CREATE TABLE data_place (
	id INTEGER PRIMARY KEY CHECK (id = 1),
	jurisdiction TEXT NOT NULL
);
INSERT INTO data_place SELECT 1, '' WHERE EXISTS (SELECT 1 FROM members_directory);
