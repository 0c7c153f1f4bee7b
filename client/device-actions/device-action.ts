import type { DeviceListRow } from "../../shared/device";

/** What an action has to know of a device: a row of the list says it as well as the whole device does. */
export type ActedDevice = Pick<DeviceListRow, "id" | "name" | "groupIds" | "tags" | "timezoneOffset" | "timeZoneRule">;

export type DeviceActionKind =
	| "rename"
	| "groups"
	| "tags"
	| "intervals"
	| "clock"
	| "retention"
	| "mute"
	| "archive"
	| "delete";

/** Something that a dialog asks about before it is done, with the devices it would touch as the person saw them. */
export type DeviceAction = { kind: DeviceActionKind; devices: ActedDevice[]; onDone: () => void };
