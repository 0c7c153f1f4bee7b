import { errorKey } from "../../shared/base/error-key";
import { serverLimits } from "../../shared/base/limits";
import { InputError } from "./errors";

/** Fractions of the platform's limit. */
export const objectSpace = {
	archivesEarly: 0.6,
	notifiesOwners: 0.8,
	rejectsImports: 0.9,
} as const;

export type SpaceUsed = () => number;

export function spaceUsedOf({ sql }: Pick<DurableObjectStorage, "sql">): SpaceUsed {
	return () => sql.databaseSize / serverLimits.objectBytes;
}

/** Throws InputError at `file`. */
export function assertRoomForImport(spaceUsed: SpaceUsed): void {
	if (spaceUsed() < objectSpace.rejectsImports) return;
	const percent = objectSpace.rejectsImports * 100;
	throw new InputError({ file: errorKey("file.accountFull", { percent }) });
}
