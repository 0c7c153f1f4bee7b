import * as z from "zod/mini";
import { errorKey } from "../base/error-key";
import { DeviceId, FileFormatId } from "../base/ids";
import { setOf } from "../base/input-bounds";
import { nameText } from "../base/name-text";
import { TimePattern } from "../time/time-pattern";
import { FileFormat, QuestionKind, UnitAnswer } from "./reading-import";

export const mostFileFormats = 100;

const { encoding, separator, decimalSign, headerRows, timeColumns, dateOrder, zone } = FileFormat.shape;

/** Choices of the user; everything else is detected in each file. */
const FormatChanges = z.object({
	encoding: z.optional(encoding),
	separator: z.optional(separator),
	decimalSign: z.optional(decimalSign),
	headerRows: z.optional(headerRows),
	timeColumns: z.optional(timeColumns),
	dateOrder: z.optional(dateOrder),
	zone: z.optional(zone),
	timePattern: z.optional(TimePattern),
	clockMinutes: z.optional(FileFormat.shape.clockMinutes),
	divideBy: z.optional(FileFormat.shape.divideBy),
	noValues: z.optional(FileFormat.shape.noValues),
});
export type FormatChanges = z.infer<typeof FormatChanges>;

const heading = z.string().check(z.maxLength(200));

const storedFields = {
	format: FormatChanges,
	answered: setOf(QuestionKind, QuestionKind.options.length),
	readings: z.array(z.number()).check(z.maxLength(20)),
	/** Columns have names, because the next file may be another device's. `channelName` null: ignore the column. */
	columns: z
		.array(z.object({ heading, channelName: z.nullable(heading), unit: z.optional(UnitAnswer) }))
		.check(z.maxLength(512)),
};

export const HeaderKey = z.string().check(z.regex(/^[0-9a-f]{32}$/, errorKey("key.invalid")));

export const StoredFormat = z.object({
	id: FileFormatId,
	name: z.string(),
	headerKey: HeaderKey,
	...storedFields,
	savedBy: z.string(),
	savedAt: z.date(),
});
export type StoredFormat = z.infer<typeof StoredFormat>;

/** Replaces the format of this header. `deviceId`: users who see the device may use the format. */
export const KeepFormat = z.object({
	deviceId: DeviceId,
	name: nameText(errorKey("name.missing")),
	headerKey: HeaderKey,
	...storedFields,
});
export type KeepFormat = z.infer<typeof KeepFormat>;

export const RenameFormat = z.object({ formatId: FileFormatId, name: nameText(errorKey("name.missing")) });
export type RenameFormat = z.infer<typeof RenameFormat>;

export const FormatTarget = z.object({ formatId: FileFormatId });
export type FormatTarget = z.infer<typeof FormatTarget>;
