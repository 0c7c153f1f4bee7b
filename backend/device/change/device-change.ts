import { type DeviceRow, isSameDevice } from "../device-rows";

/** What is to become of one device. */
export type DeviceChange = {
	before: DeviceRow;
	/** Its version follows when it is written: `versionAfter`. */
	after: DeviceRow;
	/** Groups whose devices are chosen by people. */
	joins: string[];
	leaves: string[];
	/** What the log says beside what the two rows tell: of its channels. */
	alsoSaid: string[];
	/** What all of it is part of, where it is: `logger replaced`. */
	heading?: string;
};

/** A change of what a device's own row holds, and of nothing else. */
export function rowChange(before: DeviceRow, values: Partial<DeviceRow>): DeviceChange {
	return { before, after: { ...before, ...values }, joins: [], leaves: [], alsoSaid: [] };
}

/** Whether alerts are kept from telling, or let again, and nothing else. */
export function isMuteAlone({ before, after, joins, leaves, alsoSaid, heading }: DeviceChange): boolean {
	const { mutedUntil, muteReason } = after;
	const isMore = joins.length + leaves.length + alsoSaid.length > 0 || heading !== undefined;
	return !isMore && isSameDevice({ ...before, mutedUntil, muteReason }, after);
}

/** The version a change leaves. No form holds the mute, so who edits the device does not have to look at it first. */
export function versionAfter(change: DeviceChange): number {
	return isMuteAlone(change) ? change.before.version : change.before.version + 1;
}

export function isAnyChange({ before, after, joins, leaves, alsoSaid }: DeviceChange): boolean {
	return joins.length + leaves.length + alsoSaid.length > 0 || !isSameDevice(before, after);
}
