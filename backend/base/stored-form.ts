/** `leastReader`: the oldest version whose code reads the data correctly. */
export type StoredForm = { version: number; leastReader: number };

/** Raise `version` when stored data changes, and `leastReader` if the previous release would misread it. */
export const storedForm: StoredForm = { version: 3, leastReader: 3 };

export const firstForm: StoredForm = { version: 1, leastReader: 1 };

export function isReadable(found: StoredForm, own = storedForm): boolean {
	return found.leastReader <= own.version;
}

/** Returns the form to write before any data of this release; null: already written. */
export function raisedForm(found: StoredForm, own = storedForm): StoredForm | null {
	if (own.version <= found.version && own.leastReader <= found.leastReader) return null;
	return {
		version: Math.max(found.version, own.version),
		leastReader: Math.max(found.leastReader, own.leastReader),
	};
}

export function newerFormText({ version, leastReader }: StoredForm): string {
	return `What is stored is of form ${version} and needs a release of form ${leastReader} or later; this one is of form ${storedForm.version}`;
}
