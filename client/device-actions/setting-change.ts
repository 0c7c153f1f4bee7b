import {
	InheritableDuration,
	type InheritableSetting,
	IntervalSeconds,
	OfflineAfterSeconds,
	RetentionDays,
} from "../../shared/device-terms";
import { type TypedSetting, typedValue } from "../forms/typed-setting";

/** What becomes of a setting of several devices: it stays, follows their groups, or becomes a value of their own. */
export type SettingWish = TypedSetting<"keep" | "inherited" | "forever">;
export type SettingWishes = Partial<Record<InheritableDuration, SettingWish>>;

export const wishSources: { value: SettingWish["source"]; label: string }[] = [
	{ value: "keep", label: "Leave as it is" },
	{ value: "own", label: "Own value" },
	{ value: "inherited", label: "From the group, or the standard" },
];

type SettingChange = {
	loggingIntervalSeconds?: number;
	uploadIntervalSeconds?: number;
	offlineAfterSeconds?: number;
	retentionDays?: number | null;
	inherit?: InheritableSetting[];
};

const schemas = {
	loggingIntervalSeconds: IntervalSeconds,
	uploadIntervalSeconds: IntervalSeconds,
	offlineAfterSeconds: OfflineAfterSeconds,
	retentionDays: RetentionDays,
} as const;

/** The value of a wish in seconds, or in days for retention; a text says what is wrong with it. Null: no own value. */
export function ownValue(setting: InheritableDuration, wish: SettingWish): number | string | null {
	if (wish.source !== "own") return null;
	const value = typedValue(setting, wish);
	if (Number.isNaN(value)) return "Enter a number.";
	const parsed = schemas[setting].safeParse(value);
	return parsed.success ? parsed.data : (parsed.error.issues[0]?.message ?? "Not possible.");
}

/** What is wrong with a wish, for its field. */
export function complaintOf(setting: InheritableDuration, wish: SettingWish): string | undefined {
	const value = ownValue(setting, wish);
	return typeof value === "string" ? value : undefined;
}

/** The change that some wishes make, or the first complaint. Null: nothing is to change. */
export function settingChange(wishes: SettingWishes): SettingChange | string | null {
	const change: SettingChange = {};
	const inherit: InheritableSetting[] = [];
	for (const setting of InheritableDuration.options) {
		const wish = wishes[setting];
		if (wish === undefined) continue;
		if (wish.source === "inherited") inherit.push(setting);
		if (wish.source === "forever") change.retentionDays = null;
		const value = ownValue(setting, wish);
		if (typeof value === "string") return value;
		if (value !== null) change[setting] = value;
	}
	if (inherit.length > 0) change.inherit = inherit;
	return Object.keys(change).length === 0 ? null : change;
}
