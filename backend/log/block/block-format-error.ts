/** Bytes that are no block of a version we read: truncated, corrupt, or of a later release. */
export class BlockFormatError extends Error {
	constructor(message: string, options?: ErrorOptions) {
		super(message, options);
		this.name = "BlockFormatError";
	}
}
