import { errorKey } from "../../../shared/base/error-key";
import { InheritableSetting, type Sends } from "../../../shared/device/device-terms";
import type { Said } from "../../../shared/log/said";
import type { TimeZoneRule } from "../../../shared/time/time-zones";
import type { MemberContext } from "../../base/context";
import { InputError } from "../../base/errors";
import type { ChannelRow } from "../../db/channel-rows";
import { type DeviceRow, isSameDevice } from "../../db/device-rows";
import type { SettingColumns } from "../../db/membership-rows";
import { groupOrThrow } from "../../group/scope";

export type ChangeStore = Pick<MemberContext, "db" | "now" | "newId" | "invalidations" | "audit"> & {
	user: Pick<MemberContext["user"], "id" | "name" | "scope">;
	readingStore: Pick<MemberContext["readingStore"], "reserve" | "lastSeq">;
};

export type DeviceChange = {
	before: DeviceRow;
	after: DeviceRow;
	joins: string[];
	leaves: string[];
	alsoSaid: Said[];
	isNewLogger?: boolean;
	/** The derived channel that an undo removes. */
	removed?: ChannelRow;
};

export function rowChange(before: DeviceRow, values: Partial<DeviceRow>): DeviceChange {
	return { before, after: { ...before, ...values }, joins: [], leaves: [], alsoSaid: [] };
}

export function isMuteAlone({ before, after, joins, leaves, alsoSaid, isNewLogger = false }: DeviceChange): boolean {
	const { mutedUntil, muteReason } = after;
	const isMore = joins.length + leaves.length + alsoSaid.length > 0 || isNewLogger;
	return !isMore && isSameDevice({ ...before, mutedUntil, muteReason }, after);
}

/** A mute keeps the version, so that open forms stay valid. */
export function versionAfter(change: DeviceChange): number {
	return isMuteAlone(change) ? change.before.version : change.before.version + 1;
}

export function isAnyChange({ before, after, joins, leaves, alsoSaid }: DeviceChange): boolean {
	return joins.length + leaves.length + alsoSaid.length > 0 || !isSameDevice(before, after);
}

type OwnSettings = {
	loggingIntervalSeconds?: number | undefined;
	uploadIntervalSeconds?: number | undefined;
	offlineAfterSeconds?: number | undefined;
	retentionDays?: number | null | undefined;
	timezoneOffset?: number | undefined;
	timeZoneRule?: TimeZoneRule | undefined;
	sends?: Sends | undefined;
};

type SettingsChange = OwnSettings & { inherit?: InheritableSetting[] | undefined };

type Settings = Pick<DeviceRow, keyof SettingColumns | "inherits">;

/** A newly inherited setting keeps its value until it is recomputed. */
export function mergedSettings(device: Settings, change: SettingsChange): Settings {
	const isInherited = (setting: InheritableSetting) =>
		!isOwn(change, setting) && (device.inherits.includes(setting) || isRequested(change, setting));
	return {
		loggingIntervalSeconds: change.loggingIntervalSeconds ?? device.loggingIntervalSeconds,
		uploadIntervalSeconds: change.uploadIntervalSeconds ?? device.uploadIntervalSeconds,
		offlineAfterSeconds: change.offlineAfterSeconds ?? device.offlineAfterSeconds,
		// Null is a value: no limit.
		retentionDays: change.retentionDays === undefined ? device.retentionDays : change.retentionDays,
		timezoneOffset: change.timezoneOffset ?? device.timezoneOffset,
		timeZoneRule: change.timeZoneRule ?? device.timeZoneRule,
		sends: change.sends ?? device.sends,
		inherits: InheritableSetting.options.filter(isInherited),
	};
}

export function isOwn(own: OwnSettings, setting: InheritableSetting): boolean {
	if (setting === "clock") return own.timezoneOffset !== undefined || own.timeZoneRule !== undefined;
	return own[setting] !== undefined;
}

function isRequested({ inherit = [] }: SettingsChange, setting: InheritableSetting): boolean {
	return inherit.includes(setting);
}

/** Without repetitions. Throws GROUP_NOT_FOUND, and InputError at `field` for a group with a filter. */
export function chosenGroupIds(ctx: MemberContext, groupIds: string[] | undefined, field: string): string[] {
	const ids = [...new Set(groupIds)];
	if (ids.some((id) => groupOrThrow(ctx, id).kind === "dynamic")) {
		throw new InputError({ [field]: errorKey("group.byFilter") });
	}
	return ids;
}
