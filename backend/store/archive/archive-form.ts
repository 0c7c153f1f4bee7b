import { domainError } from "../../base/errors";
import { firstForm, isReadable, storedForm } from "../../base/stored-form";

/** R2 metadata of each archive object; its values are texts. */
export const ownArchiveForm = { version: String(storedForm.version), leastReader: String(storedForm.leastReader) };

/** Throws UPDATE_UNDER_WAY for an object that only a newer release can read. */
export function assertArchiveReadable({ key, customMetadata }: Pick<R2Object, "key" | "customMetadata">): void {
	const number = (text: string | undefined) => (text === undefined ? firstForm.version : Number(text));
	const { version, leastReader } = customMetadata ?? {};
	if (isReadable({ version: number(version), leastReader: number(leastReader) })) return;
	throw domainError("UPDATE_UNDER_WAY", { objectKey: key, version, leastReader });
}
