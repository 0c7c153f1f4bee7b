import * as z from "zod/mini";
import { errorKey } from "../../base/error-key";
import { nameText } from "../../base/name-text";
import { ChannelName, ChannelUnit, channelNameKey } from "../../device/device-terms";
import { Quantity } from "../../formats/units";

export const AlertSeverity = z.enum(["critical", "warning", "info"]);
export type AlertSeverity = z.infer<typeof AlertSeverity>;

export const severityRank: Record<AlertSeverity, number> = { critical: 2, warning: 1, info: 0 };

export const daySeconds = 24 * 60 * 60;
export const duration = (least: number, most: number) =>
	z
		.int(errorKey("seconds.whole"))
		.check(
			z.minimum(least, errorKey("seconds.atLeast", { least })),
			z.maximum(most, errorKey("days.atMost", { most: most / daySeconds })),
		);

export const finite = z.number(errorKey("number.missing"));

/** A discriminated union by `key`; zod's own would add its code to every page. */
export function oneOf<Options extends Record<string, z.ZodMiniType>>(key: string, options: Options) {
	type Value = z.output<Options[keyof Options]>;
	return z
		.custom<Value>(() => true, { params: { options } })
		.check((ctx) => {
			const given: unknown = ctx.value;
			const name = isObject(given) ? String(given[key]) : "";
			const parsed = Object.hasOwn(options, name) ? options[name]?.safeParse(given) : undefined;
			if (parsed?.success) ctx.value = parsed.data as Value;
			else {
				const issues = parsed?.error.issues ?? [{ path: [key], message: errorKey("choose.one") }];
				for (const { path, message } of issues) ctx.issues.push({ code: "custom", input: given, path, message });
			}
		});
}

function isObject(value: unknown): value is Record<string, unknown> {
	return typeof value === "object" && value !== null;
}

/** Limits apply only to this quantity and unit. `name` null: any name. */
export const ChannelChoice = z.object(
	{ quantity: Quantity, unit: ChannelUnit, name: z.nullable(ChannelName) },
	errorKey("channel.choose"),
);
export type ChannelChoice = z.infer<typeof ChannelChoice>;

export function isChosenChannel(
	{ quantity, unit, name }: ChannelChoice,
	channel: Omit<ChannelChoice, "name"> & { name: string },
): boolean {
	if (channel.quantity !== quantity || channel.unit !== unit) return false;
	return name === null || channelNameKey(channel.name) === channelNameKey(name);
}

/** `field`: a number in the device's own facts. `range`: an end of the channel's expected range. */
export const AlertLimit = oneOf("from", {
	value: z.object({ from: z.literal("value"), value: finite }),
	field: z.object({
		from: z.literal("field"),
		field: nameText(errorKey("name.missing")),
	}),
	range: z.object({ from: z.literal("range"), end: z.enum(["min", "max"]) }),
});
export type AlertLimit = z.infer<typeof AlertLimit>;

export const Comparison = z.enum([">", "≥", "<", "≤", "=", "≠"]);
export type Comparison = z.infer<typeof Comparison>;

export const comparing = { comparison: Comparison, limit: AlertLimit };

export function isBeyond(value: number, comparison: Comparison, limit: number): boolean {
	switch (comparison) {
		case ">":
			return value > limit;
		case "≥":
			return value >= limit;
		case "<":
			return value < limit;
		case "≤":
			return value <= limit;
		case "=":
			return value === limit;
		case "≠":
			return value !== limit;
	}
}
