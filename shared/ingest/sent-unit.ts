import * as z from "zod/mini";
import { errorKey } from "../base/error-key";
import { ChannelId } from "../base/ids";
import { knownUnit } from "../formats/unit-spellings";

const knownUnitText = z.string().check(
	z.maxLength(100),
	z.refine((unit) => knownUnit(unit) !== null, errorKey("unit.known")),
);

/** `same`: the channel's unit. `unit`: a known one. `exclude`: its values are not stored. */
export const UnitMeaning = z.union([z.literal(["same", "exclude"]), z.object({ unit: knownUnitText })]);
export type UnitMeaning = z.infer<typeof UnitMeaning>;

/** An unknown unit of a channel, with its first value. `meaning` null: an open question. Times are epoch ms. */
export const SentUnit = z.object({
	channelId: ChannelId,
	unit: z.string(),
	value: z.number(),
	firstAt: z.number(),
	meaning: z.nullable(UnitMeaning),
});
export type SentUnit = z.infer<typeof SentUnit>;

export const SetUnitMeaning = z.object({
	channelId: ChannelId,
	unit: z.string().check(z.minLength(1), z.maxLength(100)),
	meaning: UnitMeaning,
});
export type SetUnitMeaning = z.infer<typeof SetUnitMeaning>;
