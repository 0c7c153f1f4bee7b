-- What /verify answers of a checksum that a verdict page prints, as JSON; null: a file's own checksum.
ALTER TABLE file_hashes ADD COLUMN printed TEXT;
