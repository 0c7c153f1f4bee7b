/** How accounts, their archive and the directory are stored. `leastReader`: the oldest version whose code reads it right. */
export type StoredForm = { version: number; leastReader: number };

/**
 * The number of this release, named here alone. A release that changes what is stored raises `version`, and
 * `leastReader` with it where the release before would misread it: no one can roll back behind that one.
 */
export const storedForm: StoredForm = { version: 3, leastReader: 3 };

/** Releases that wrote no form. */
export const firstForm: StoredForm = { version: 1, leastReader: 1 };

export function isReadable(found: StoredForm, own = storedForm): boolean {
	return found.leastReader <= own.version;
}

/** What must be written before anything of this release's form is; null: it is written already. */
export function raisedForm(found: StoredForm, own = storedForm): StoredForm | null {
	if (own.version <= found.version && own.leastReader <= found.leastReader) return null;
	return {
		version: Math.max(found.version, own.version),
		leastReader: Math.max(found.leastReader, own.leastReader),
	};
}

/** For a user who started older code on it. */
export function newerFormText({ version, leastReader }: StoredForm): string {
	return `What is stored is of form ${version} and needs a release of form ${leastReader} or later; this one is of form ${storedForm.version}`;
}
