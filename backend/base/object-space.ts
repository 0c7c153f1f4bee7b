import { serverLimits } from "../../shared/base/limits";
import { InputError } from "./errors";

/** What follows as an account's object fills, in parts of what the platform lets it hold. */
export const objectSpace = {
	/** Months go to the archive as soon as they are over. */
	archivesEarly: 0.6,
	/** Owners are notified, once. */
	notifiesOwners: 0.8,
	/** Files of readings are denied; what devices send is not. */
	rejectsImports: 0.9,
} as const;

/** Of 1; read from the database itself, at no cost. */
export type SpaceUsed = () => number;

export function spaceUsedOf({ sql }: Pick<DurableObjectStorage, "sql">): SpaceUsed {
	return () => sql.databaseSize / serverLimits.objectBytes;
}

/** Throws InputError at the file. */
export function assertRoomForImport(spaceUsed: SpaceUsed): void {
	if (spaceUsed() < objectSpace.rejectsImports) return;
	const percent = objectSpace.rejectsImports * 100;
	const cause = `This account holds more than ${percent} % of what one account can hold, so it takes no files.`;
	throw new InputError({ file: `${cause} Keep readings for a shorter time or delete devices, then import again.` });
}
