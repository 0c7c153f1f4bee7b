/** Readings that break what the store promises: a value that is not finite, a time that is no whole millisecond. */
export class UnstorableReadingsError extends Error {
	constructor(message: string) {
		super(message);
		this.name = "UnstorableReadingsError";
	}
}
