import * as z from "zod/mini";
import { errorKey } from "../base/error-key";
import { Instant } from "../base/instant";
import { lineText, nameText } from "../base/name-text";

/** Derived from the last receipt; never stored. `imported`: all readings came in files, so no upload is expected. */
export const DeviceStatus = z.enum(["online", "late", "offline", "never", "imported", "disabled"]);
export type DeviceStatus = z.infer<typeof DeviceStatus>;

export function noDevices(): Record<DeviceStatus, number> {
	return { online: 0, late: 0, offline: 0, never: 0, imported: 0, disabled: 0 };
}

export const DevicePower = z.enum(["battery", "external", "solar"]);
export type DevicePower = z.infer<typeof DevicePower>;

export const DeviceName = nameText(errorKey("name.missing"));

export const SerialNumber = nameText(errorKey("serialNumber.missing"));

export const ChannelName = nameText(errorKey("channelName.missing"));

/** Equal for names that differ only in case; a device has each name once. */
export function channelNameKey(channelName: string): string {
	return channelName.toLowerCase();
}

export const ChannelUnit = lineText(16);

export const DeviceTag = lineText(32, errorKey("tag.empty"));
export const DeviceTags = z.array(DeviceTag).check(
	z.maxLength(20, errorKey("tag.tooMany", { most: 20 })),
	z.refine((tags) => new Set(tags.map((tag) => tag.toLowerCase())).size === tags.length, errorKey("tag.twice")),
);

const mostFacts = 20;

const ownNames = ["__proto__", "constructor", "prototype"];

const FactName = lineText(32, errorKey("name.missing")).check(
	z.refine((name) => !ownNames.includes(name), errorKey("name.another")),
);

const FactText = lineText(255);

/** zod's records would add 1 kB to every page. */
export function isRecordOf(isValue: (value: unknown) => boolean, isName: (name: string) => boolean = () => true) {
	return (value: unknown): boolean =>
		typeof value === "object" &&
		value !== null &&
		!Array.isArray(value) &&
		Object.entries(value).every(([name, held]) => isName(name) && isValue(held));
}

export const DeviceMetadata = z
	.custom<Record<string, string>>(
		isRecordOf(() => true),
		{ error: errorKey("fact.form"), params: { key: FactName, value: FactText, most: mostFacts } },
	)
	.check(
		z.refine((metadata) => Object.keys(metadata).length <= mostFacts, {
			error: errorKey("fact.tooMany", { most: mostFacts }),
			abort: true,
		}),
		(payload) => {
			const facts: Record<string, string> = {};
			for (const [name, text] of Object.entries(payload.value)) {
				const checkedName = FactName.safeParse(name);
				const checkedText = FactText.safeParse(text);
				if (checkedName.success && checkedText.success) facts[checkedName.data] = checkedText.data;
				const denied = checkedName.error ?? checkedText.error;
				const message = denied?.issues[0]?.message;
				if (message !== undefined) payload.issues.push({ code: "custom", input: text, path: [name], message });
			}
			payload.value = facts;
		},
	);
export type DeviceMetadata = z.infer<typeof DeviceMetadata>;

export const Latitude = z
	.number(errorKey("number.missing"))
	.check(
		z.minimum(-90, errorKey("number.fromTo", { least: "−90", most: "90" })),
		z.maximum(90, errorKey("number.fromTo", { least: "−90", most: "90" })),
	);
export const Longitude = z
	.number(errorKey("number.missing"))
	.check(
		z.minimum(-180, errorKey("number.fromTo", { least: "−180", most: "180" })),
		z.maximum(180, errorKey("number.fromTo", { least: "−180", most: "180" })),
	);

/** In meters. The Dead Sea and the highest weather station lie within. */
export const Altitude = z
	.number(errorKey("number.missing"))
	.check(z.minimum(-500, errorKey("altitude.between")), z.maximum(9_000, errorKey("altitude.between")));

const daySeconds = 24 * 60 * 60;
export const IntervalSeconds = z
	.int(errorKey("seconds.whole"))
	.check(z.minimum(1, errorKey("seconds.atLeastOne")), z.maximum(7 * daySeconds, errorKey("days.atMostSeven")));
export const OfflineAfterSeconds = z
	.int(errorKey("seconds.whole"))
	.check(
		z.minimum(60, errorKey("minutes.atLeastOne")),
		z.maximum(90 * daySeconds, errorKey("days.atMost", { most: 90 })),
	);
export const RetentionDays = z
	.int(errorKey("days.whole"))
	.check(z.minimum(1, errorKey("days.atLeastOne")), z.maximum(36_500, errorKey("days.atMostCenturies")));

export const InheritableDuration = z.enum([
	"loggingIntervalSeconds",
	"uploadIntervalSeconds",
	"offlineAfterSeconds",
	"retentionDays",
]);
export type InheritableDuration = z.infer<typeof InheritableDuration>;

/** `changes`: sends a reading only when its value changes, so a pause means that the value stayed. */
export const Sends = z.enum(["regular", "changes"]);
export type Sends = z.infer<typeof Sends>;

export const InheritableSetting = z.enum([...InheritableDuration.options, "clock", "sends"]);
export type InheritableSetting = z.infer<typeof InheritableSetting>;

/** Used if neither device nor group has a setting. */
export const standardSettings = {
	loggingIntervalSeconds: 60,
	uploadIntervalSeconds: 15 * 60,
	offlineAfterSeconds: null,
	retentionDays: null,
	clock: { timezoneOffset: 0, timeZoneRule: 0 },
	sends: "regular",
} as const;

/** Fields of a mute of devices, groups or rules. `until` is epoch ms; null ends it. */
export const muteFields = {
	until: z.nullable(Instant),
	reason: z.optional(lineText(255)),
};
export type Mute = { until: number | null; reason?: string | undefined };

export const mutedFields = { mutedUntil: z.optional(z.number()), muteReason: z.optional(z.string()) };
