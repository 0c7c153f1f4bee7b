import { BlockFormatError } from "./block-format-error";

/** What `read` answers. Reads past the end and other RangeErrors of it become a BlockFormatError. */
export function formatOrThrow<T>(read: () => T): T {
	try {
		return read();
	} catch (error) {
		if (error instanceof RangeError) throw new BlockFormatError("Truncated or corrupt bytes", { cause: error });
		throw error;
	}
}
