import * as z from "zod/mini";
import { ChannelId } from "../base/ids";
import { ChannelUnit } from "../device/device-terms";
import { knownUnit } from "../formats/unit-spellings";

/** `unit`: the spelling means this known unit. `exclude`: its values are not stored. */
export const SentUnitAnswer = z.union([
	z.literal(["same", "exclude"]),
	z.object({ unit: ChannelUnit.check(z.refine((unit) => knownUnit(unit) !== null, "Choose a known unit.")) }),
]);
export type SentUnitAnswer = z.infer<typeof SentUnitAnswer>;

/** An unknown unit of a channel, with the first value sent in it. Times are epoch ms. */
export const SentUnit = z.object({
	channelId: ChannelId,
	unit: z.string(),
	value: z.number(),
	askedAt: z.number(),
	/** Null: not answered. */
	answer: z.nullable(SentUnitAnswer),
});
export type SentUnit = z.infer<typeof SentUnit>;

export const AnswerSentUnit = z.object({
	channelId: ChannelId,
	unit: z.string().check(z.minLength(1), z.maxLength(100)),
	answer: SentUnitAnswer,
});
export type AnswerSentUnit = z.infer<typeof AnswerSentUnit>;
