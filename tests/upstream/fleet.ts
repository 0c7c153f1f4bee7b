import { deviceTextNames, recordOf } from "../../shared/base/plain-fields";
import type { Device, DeviceListRow } from "../../shared/device/device";
import { toListedReading } from "../../shared/device/device-reading";
import type { Group, GroupListRow } from "../../shared/device/group";
import { quantities } from "../../shared/formats/units";
import { exampleId } from "./ids";
import { latestReading } from "./readings";

type Place = { name: string; site: string; timezoneOffset: number; timeZoneRule: 0 | 1 | 2 };

const lisbon = { site: "Lisbon", timezoneOffset: 0, timeZoneRule: 0 } as const;
const boulder = { site: "Boulder", timezoneOffset: -420, timeZoneRule: 1 } as const;

const places: Place[] = [
	{ name: "Cold room north", ...lisbon },
	{ name: "Cold room south", ...lisbon },
	{ name: "Dock freezer", ...lisbon },
	{ name: "Vaccine fridge", ...boulder },
	{ name: "Sample freezer", ...boulder },
];
const installedAt = new Date("2026-03-09T10:30:00Z");

export function devicesAt(now: number): Device[] {
	return places.map(({ name, ...place }, index) => {
		const channel = { id: exampleId("channel", index + 1), name: "Air", quantity: "temperature" as const };
		const latest = latestReading(channel.id, now);
		return {
			id: exampleId("device", index + 1),
			name,
			serialNumber: `EX-${1001 + index}`,
			groupIds: [exampleId("group", place.site === lisbon.site ? 1 : 2)],
			...recordOf(deviceTextNames, () => ""),
			...place,
			status: "online",
			lastReadingAt: latest.at,
			lastReceivedAt: latest.at,
			channels: [{ ...channel, ...quantities.temperature, ...latest, min: null, max: null, calibrations: [] }],
			version: 1,
			latitude: null,
			longitude: null,
			altitude: null,
			power: null,
			tags: [],
			metadata: {},
			isOfflineAfterDerived: false,
			inherited: {},
			alertState: "ok",
			mutedUntil: null,
			muteReason: "",
			lacks: [],
			refusals: null,
			usedBytes: 3_000,
			readings: 1_000,
			oldestReadingAt: installedAt.getTime(),
			model: "Example logger",
			loggingIntervalSeconds: 600,
			uploadIntervalSeconds: 600,
			offlineAfterSeconds: 3_600,
			retentionDays: null,
			key: { createdAt: installedAt, lastUsedAt: new Date(latest.at), previous: null },
			createdAt: installedAt,
			createdBy: "Demo Owner",
			archivedAt: null,
			deletedFrom: null,
		};
	});
}

/** A row is small, whatever a device holds: a list of thousands must stay quick. */
export function toListRow(device: Device): DeviceListRow {
	const { id, name, serialNumber, groupIds, timezoneOffset, timeZoneRule, status } = device;
	const { lastReadingAt, lastReceivedAt, channels } = device;
	const latest = channels.map((channel) => toListedReading(channel));
	const when = { lastReadingAt, lastReceivedAt };
	return { id, name, serialNumber, groupIds, timezoneOffset, timeZoneRule, status, ...when, latest };
}

const colours = ["green", "blue"] as const;

export function groupsAt(now: number): Group[] {
	const devices = devicesAt(now);
	return [lisbon, boulder].map(({ site }, index) => {
		const id = exampleId("group", index + 1);
		const deviceIds = devices.filter(({ groupIds }) => groupIds.includes(id)).map((device) => device.id);
		return {
			id,
			name: site,
			kind: "static",
			description: `Everything in ${site}`,
			colour: colours[index] ?? null,
			deviceCount: deviceIds.length,
			deviceIds,
			version: 1,
			filter: null,
			defaults: {},
			uses: { alerts: [], reports: [], users: [], invitations: [], groups: [] },
			createdAt: installedAt,
		};
	});
}

export function toGroupRow({ id, name, kind, description, colour, deviceCount, defaults, uses }: Group): GroupListRow {
	const useCounts = { alerts: uses.alerts.length, reports: 0, users: uses.users.length, groups: uses.groups.length };
	return { id, name, kind, description, colour, deviceCount, defaults, useCounts };
}
