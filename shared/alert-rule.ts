import * as z from "zod/mini";
import { ChannelName, ChannelUnit } from "./device-terms";
import { ContactGroupId, ContactId } from "./ids";
import { DeliveryChannel } from "./message";
import { nameText } from "./name-text";
import { WindowZone, windowsIn } from "./time-windows";
import { Quantity } from "./units";

/** What a rule watches and when it says so. The engine and the sentence of a rule are derived from these shapes. */

export const AlertSeverity = z.enum(["critical", "warning", "info"]);
export type AlertSeverity = z.infer<typeof AlertSeverity>;

export const severityRank: Record<AlertSeverity, number> = { critical: 2, warning: 1, info: 0 };

const daySeconds = 24 * 60 * 60;
const duration = (least: number, most: number) =>
	z
		.int("Whole seconds.")
		.check(z.minimum(least, `At least ${least} seconds.`), z.maximum(most, `At most ${most / daySeconds} days.`));

const finite = z.number("Enter a number.");

/**
 * An object of which `key` says what else it holds; its issues are those of that option. Not `discriminatedUnion`, whose
 * code every screen would load before it is shown.
 */
function oneOf<Options extends Record<string, z.ZodMiniType>>(key: string, options: Options) {
	type Value = z.output<Options[keyof Options]>;
	return z.custom<Value>().check((ctx) => {
		const given: unknown = ctx.value;
		const name = isObject(given) ? String(given[key]) : "";
		const parsed = Object.hasOwn(options, name) ? options[name]?.safeParse(given) : undefined;
		// By the option that was parsed.
		if (parsed?.success) ctx.value = parsed.data as Value;
		else {
			const issues = parsed?.error.issues ?? [{ path: [key], message: "Choose one." }];
			for (const { path, message } of issues) ctx.issues.push({ code: "custom", input: given, path, message });
		}
	});
}

function isObject(value: unknown): value is Record<string, unknown> {
	return typeof value === "object" && value !== null;
}

/** Channels of this quantity and unit, so that a limit in °C meets no °F; `name` null: whatever their names. */
export const ChannelChoice = z.object({ quantity: Quantity, unit: ChannelUnit, name: z.nullable(ChannelName) });
export type ChannelChoice = z.infer<typeof ChannelChoice>;

/** `field`: a number in the device's own facts. `range`: an end of the channel's expected range. */
export const AlertLimit = oneOf("from", {
	value: z.object({ from: z.literal("value"), value: finite }),
	field: z.object({
		from: z.literal("field"),
		field: nameText("Enter a name."),
	}),
	range: z.object({ from: z.literal("range"), end: z.enum(["min", "max"]) }),
});
export type AlertLimit = z.infer<typeof AlertLimit>;

export const Comparison = z.enum([">", "≥", "<", "≤", "=", "≠"]);
export type Comparison = z.infer<typeof Comparison>;

const comparing = { comparison: Comparison, limit: AlertLimit };

/** Whether a value meets the comparison with a limit. */
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

const SeverityLevel = z.object({ severity: AlertSeverity, limit: AlertLimit });

export const longestWindowMinutes = 24 * 60;
const WindowMinutes = z.int("Whole minutes.").check(
	z.minimum(15, "At least 15 minutes."),
	z.maximum(longestWindowMinutes, "At most 24 hours."),
	// Not `multipleOf`, whose code every screen would load.
	z.refine((minutes) => minutes % 15 === 0, { error: "A multiple of 15 minutes." }),
);

export const AlertStatistic = z.enum(["min", "max", "mean", "sum", "change"]);
export type AlertStatistic = z.infer<typeof AlertStatistic>;

export const AlertCondition = oneOf("kind", {
	threshold: z.object({ kind: z.literal("threshold"), channels: ChannelChoice, ...comparing }),
	range: z.object({
		kind: z.literal("range"),
		channels: ChannelChoice,
		is: z.enum(["outside", "inside"]),
		low: AlertLimit,
		high: AlertLimit,
	}),
	/** One event whose severity moves; from the mildest level to the worst. */
	levels: z.object({
		kind: z.literal("levels"),
		channels: ChannelChoice,
		comparison: z.enum([">", "≥", "<", "≤"]),
		levels: z.array(SeverityLevel).check(z.minLength(2, "At least two levels."), z.maxLength(3)),
	}),
	/** Within any such span the value moves by more than `by`. */
	rate: z.object({
		kind: z.literal("rate"),
		channels: ChannelChoice,
		direction: z.enum(["rise", "fall", "either"]),
		by: finite.check(z.positive("More than zero.")),
		withinSeconds: duration(60, daySeconds),
	}),
	stuck: z.object({ kind: z.literal("stuck"), channels: ChannelChoice, afterSeconds: duration(60, 30 * daySeconds) }),
	statistic: z.object({
		kind: z.literal("statistic"),
		channels: ChannelChoice,
		statistic: AlertStatistic,
		windowMinutes: WindowMinutes,
		...comparing,
	}),
	/** `withinSeconds` null: in a row. */
	repeated: z.object({
		kind: z.literal("repeated"),
		channels: ChannelChoice,
		...comparing,
		count: z.int().check(z.minimum(2, "At least two."), z.maximum(1_000, "At most 1,000.")),
		withinSeconds: z.nullable(duration(60, daySeconds)),
	}),
	/** `channels` null: the device as a whole. `afterSeconds` null: when the device counts as offline. */
	noData: z.object({
		kind: z.literal("noData"),
		channels: z.nullable(ChannelChoice),
		afterSeconds: z.nullable(duration(60, 90 * daySeconds)),
	}),
	battery: z.object({ kind: z.literal("battery"), below: finite }),
	signal: z.object({ kind: z.literal("signal"), below: finite }),
	clockDrift: z.object({ kind: z.literal("clockDrift"), overSeconds: duration(60, 30 * daySeconds) }),
}).check((ctx) => {
	for (const { path, message } of conditionFaults(ctx.value)) {
		ctx.issues.push({ code: "custom", input: ctx.value, path, message });
	}
});
export type AlertCondition = z.infer<typeof AlertCondition>;

type Fault = { path: (string | number)[]; message: string };

function conditionFaults(condition: z.infer<typeof AlertCondition>): Fault[] {
	if (condition.kind === "range") {
		const { low, high } = condition;
		const isWrong = low.from === "value" && high.from === "value" && low.value >= high.value;
		return isWrong ? [{ path: ["high"], message: "Must be more than the lower limit." }] : [];
	}
	if (condition.kind !== "levels") return [];
	const { levels, comparison } = condition;
	const isRising = comparison === ">" || comparison === "≥";
	return levels.flatMap(({ severity, limit }, index) => {
		const before = levels[index - 1];
		if (!before) return [];
		if (severityRank[severity] <= severityRank[before.severity]) {
			return [{ path: ["levels", index, "severity"], message: "Must be worse than the level before." }];
		}
		if (limit.from !== "value" || before.limit.from !== "value") return [];
		const isFurther = isRising ? limit.value > before.limit.value : limit.value < before.limit.value;
		const message = isRising ? "Must be more than the level before." : "Must be less than the level before.";
		return isFurther ? [] : [{ path: ["levels", index, "limit"], message }];
	});
}

/** How far back past its limit a value must be; percent of the limit. */
export const Hysteresis = z.object({
	kind: z.enum(["absolute", "percent"]),
	value: finite.check(z.minimum(0, "Zero or more.")),
});
export type Hysteresis = z.infer<typeof Hysteresis>;

const clearFor = { clearForSeconds: duration(0, 7 * daySeconds) };

export const AlertClear = oneOf("by", {
	opposite: z.object({ by: z.literal("opposite"), hysteresis: z.nullable(Hysteresis), ...clearFor }),
	/** Of the value that the condition compares. */
	condition: z.object({ by: z.literal("condition"), ...comparing, ...clearFor }),
	person: z.object({ by: z.literal("person") }),
});
export type AlertClear = z.infer<typeof AlertClear>;

/** `contact`: each recipient's own zone, so that an event opens at any hour and each is notified of it in theirs. */
export const AlertHours = windowsIn(
	z.union([WindowZone, z.enum(["account", "contact"])], { error: "Not a known time zone." }),
);
export type AlertHours = z.infer<typeof AlertHours>;

/**
 * Durations count in reading time. `schedule`: the hours in which an event may open and messages are sent; null:
 * always.
 */
export const AlertRule = z.object({
	condition: AlertCondition,
	forSeconds: duration(0, 7 * daySeconds),
	clear: AlertClear,
	schedule: z.nullable(AlertHours),
});
export type AlertRule = z.infer<typeof AlertRule>;

/** Null: the usual channels of each contact. */
const Channels = z.nullable(
	z
		.array(DeliveryChannel)
		.check(z.minLength(1, "Choose at least one channel."), z.maxLength(DeliveryChannel.options.length)),
);

export const AlertContactIds = z.array(ContactId).check(z.maxLength(100, "At most 100 contacts."));
export const AlertContactGroupIds = z.array(ContactGroupId).check(z.maxLength(20, "At most 20 contact groups."));

/** While nobody has acknowledged it. `atMost` null: as long as it is open. */
export const AlertReminder = z.object({
	everySeconds: duration(5 * 60, 7 * daySeconds),
	atMost: z.nullable(z.int("A whole number.").check(z.minimum(1, "At least one."), z.maximum(100, "At most 100."))),
});
export type AlertReminder = z.infer<typeof AlertReminder>;

/** Who is notified too, so long after the first notice of an event, unless somebody has acknowledged it. */
export const EscalationStep = z
	.object({
		afterSeconds: duration(60, 7 * daySeconds),
		contactIds: AlertContactIds,
		contactGroupIds: AlertContactGroupIds,
		channels: Channels,
	})
	.check(
		z.refine(({ contactIds, contactGroupIds }) => contactIds.length + contactGroupIds.length > 0, {
			path: ["contactIds"],
			error: "Choose at least one contact or contact group.",
		}),
	);
export type EscalationStep = z.infer<typeof EscalationStep>;

/**
 * What is sent of an event, and when; a change of it ends no event. `tellsMeanwhile`: when the rule's hours begin, also
 * what opened and ended outside them.
 */
export const AlertNotification = z.object({
	channels: Channels,
	reminder: z.nullable(AlertReminder),
	escalation: z.array(EscalationStep).check(
		z.maxLength(5, "At most five steps."),
		z.check<EscalationStep[]>((ctx) => {
			for (const [index, { afterSeconds }] of ctx.value.entries()) {
				if (afterSeconds > (ctx.value[index - 1]?.afterSeconds ?? 0)) continue;
				const message = "Must be later than the step before.";
				ctx.issues.push({ code: "custom", input: ctx.value, path: [index, "afterSeconds"], message });
			}
		}),
	),
	reportsMissed: z.boolean(),
});
export type AlertNotification = z.infer<typeof AlertNotification>;

/** One message at the beginning and one at the end. */
export const plainNotification: AlertNotification = {
	...{ channels: null, reminder: null, escalation: [], reportsMissed: false },
};

/** Conditions of the device itself have no channel that people choose. */
export function channelsOf(condition: AlertCondition): ChannelChoice | null {
	if (condition.kind === "battery") return { quantity: "battery", unit: "%", name: null };
	if (condition.kind === "signal") return { quantity: "signal", unit: "dBm", name: null };
	return condition.kind === "clockDrift" ? null : condition.channels;
}
