import type { AccountDb } from "../context";
import { findDevice } from "../device/device-rows";
import { findImport } from "../import/import-rows";

/** What people call a work of the alarm. */
const titles: Record<string, string> = {
	"device status": "Watching the status",
	seal: "Sealing",
	archive: "Archiving",
	retention: "Retention",
	sweep: "Sweeping",
	"settle imports": "Settling",
	"delete devices": "Deleting",
};

export type JobWords = {
	/** `Sealing`. */
	title: string;
	/** `Freezer 1`; null: the work as a whole. */
	subjectName: string | null;
	/** Null: it concerns the account. */
	deviceId: string | null;
};

/** A job in words. A subject is a device's id, alone or with something behind a colon, an import's id, or anything else, which is named as it is. */
export function jobWords(db: AccountDb, { work, subject }: { work: string; subject: string }): JobWords {
	const title = titles[work] ?? `Work "${work}"`;
	if (subject === "") return { title, subjectName: null, deviceId: null };
	const [id = subject, ...rest] = subject.split(":");
	const device = findDevice(db, id);
	if (device) return { title, subjectName: [device.name, ...rest].join(", "), deviceId: device.id };
	const imported = findImport(db, id);
	return { title, subjectName: imported?.fileName ?? subject, deviceId: imported?.deviceId ?? null };
}

export function jobName({ title, subjectName }: JobWords): string {
	return subjectName === null ? title : `${title} of ${subjectName}`;
}
