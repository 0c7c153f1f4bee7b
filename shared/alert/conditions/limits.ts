import * as z from "zod/mini";
import { errorKey } from "../../base/error-key";
import { AlertLimit, AlertSeverity, ChannelChoice, comparing, severityRank } from "./terms";
import {
	comparedLines,
	comparedText,
	conditionModule,
	limitLine,
	limitText,
	type Shown,
	subjectOf,
	valueText,
} from "./words";

export const threshold = conditionModule({
	schema: z.object({ kind: z.literal("threshold"), channels: ChannelChoice, ...comparing }),
	channels: ({ channels }) => [channels],
	measure: () => "value",
	sentence: (condition, shown) => isText(condition.channels, comparedText(condition, shown), shown),
	limit: comparedText,
	lines: comparedLines,
});

function isText(channels: ChannelChoice, compared: string, shown: Shown): string {
	return shown.say("rule.is", { subject: subjectOf(channels, shown), compared });
}

const Range = z
	.object({
		kind: z.literal("range"),
		channels: ChannelChoice,
		is: z.enum(["outside", "inside"]),
		low: AlertLimit,
		high: AlertLimit,
	})
	.check((ctx) => {
		const { low, high } = ctx.value;
		if (low.from !== "value" || high.from !== "value" || low.value < high.value) return;
		const message = errorKey("condition.aboveLower");
		ctx.issues.push({ code: "custom", input: ctx.value, path: ["high"], message });
	});

export const range = conditionModule({
	schema: Range,
	channels: ({ channels }) => [channels],
	measure: () => "value",
	sentence: (condition, shown) => isText(condition.channels, rangeText(condition, shown), shown),
	limit: rangeText,
	lines: ({ low, high }, shown) => [...limitLine(low, "min", shown), ...limitLine(high, "max", shown)],
});

function rangeText({ is, low, high }: z.infer<typeof Range>, shown: Shown): string {
	if (low.from === "range" && high.from === "range") return shown.say(`range.${is}Expected`);
	const isInOneUnit = low.from === "value" && high.from === "value";
	const lowText = isInOneUnit ? valueText(low.value, { ...shown, unit: "" }) : limitText(low, shown);
	return shown.say(`range.${is}`, { low: lowText, high: limitText(high, shown) });
}

function anyOf(texts: string[], { say }: Pick<Shown, "say">): string {
	return texts.reduce((first, second) => say("levels.or", { first, second }));
}

const SeverityLevel = z.object({ severity: AlertSeverity, limit: AlertLimit });

/** One event whose severity changes. Levels go from mildest to worst. */
export const levels = conditionModule({
	schema: z
		.object({
			kind: z.literal("levels"),
			channels: ChannelChoice,
			comparison: z.enum([">", "≥", "<", "≤"]),
			levels: z.array(SeverityLevel).check(z.minLength(2, errorKey("condition.twoLevels")), z.maxLength(3)),
		})
		.check((ctx) => {
			const { levels: all, comparison } = ctx.value;
			const isRising = comparison === ">" || comparison === "≥";
			for (const [index, { severity, limit }] of all.entries()) {
				const before = all[index - 1];
				if (!before) continue;
				const deny = (field: string, message: string) =>
					ctx.issues.push({ code: "custom", input: ctx.value, path: ["levels", index, field], message });
				if (severityRank[severity] <= severityRank[before.severity]) {
					deny("severity", errorKey("condition.worse"));
				} else if (limit.from === "value" && before.limit.from === "value") {
					const isFurther = isRising ? limit.value > before.limit.value : limit.value < before.limit.value;
					if (!isFurther) deny("limit", errorKey(isRising ? "condition.more" : "condition.less"));
				}
			}
		}),
	channels: ({ channels }) => [channels],
	measure: () => "value",
	sentence: ({ channels, comparison, levels: all }, shown) => {
		const texts = all.map(({ severity, limit }) => {
			const compared = comparedText({ comparison, limit }, shown);
			return shown.say("levels.level", { compared, severity: shown.say(`severity.${severity}`) });
		});
		return isText(channels, anyOf(texts, shown), shown);
	},
	limit: ({ comparison, levels: all }, shown) =>
		anyOf(
			all.map(({ limit }) => comparedText({ comparison, limit }, shown)),
			shown,
		),
	lines: ({ comparison, levels: all }, shown) =>
		all.flatMap(({ limit }) => comparedLines({ comparison, limit }, shown)),
	severities: ({ levels: all }) => all.map(({ severity }) => severity),
});
