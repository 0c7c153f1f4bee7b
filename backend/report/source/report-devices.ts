import { isChosenChannel } from "../../../shared/alert/conditions/terms";
import { counted } from "../../../shared/formats/display-formats";
import { reportTypes } from "../../../shared/report/report-types";
import { domainError } from "../../base/errors";
import type { ChannelRow } from "../../db/channel-rows";
import { listChannels } from "../../db/channel-rows";
import { isGone } from "../../db/deletion-rows";
import { type DeviceRow, findDevice, findDevices, listArchivedDevices, listDevices } from "../../db/device-rows";
import {
	currentGroupIds,
	findGroup,
	type GroupRow,
	groupIdsByDevice,
	listDeviceIds,
	listGroupRows,
} from "../../db/group-rows";
import type { ReportedRun, ReportParts } from "./report-run";

export type ScopeOfReport = { devices: DeviceRow[]; groups: GroupRow[]; gone: string[] };

/** Includes chosen devices and those archived within the period or later. */
export function devicesOfReport({ db }: ReportParts, run: ReportedRun): ScopeOfReport {
	const { scope } = run.definition;
	const groups = groupsOfReport(db, run);
	const wanted = wantedDevices(db, run, groups);
	const present = wanted.filter((device) => !isGone(device, run.now));
	const devices = present.filter(({ id }) => mayRead(run, id));
	const missing = typeof scope === "object" && "deviceIds" in scope ? new Set(scope.deviceIds).size - wanted.length : 0;
	const missingGroups =
		typeof scope === "object" && "groupIds" in scope ? currentGroupIds(db, scope.groupIds).length - groups.length : 0;
	const deleted = wanted.length - present.length + missing;
	const isLimited = typeof scope === "object" && "deviceIds" in scope && present.length > devices.length;
	return {
		devices,
		groups: run.deviceScope === "all" || (typeof scope === "object" && "groupIds" in scope) ? groups : [],
		gone: [
			...(deleted > 0 && scope !== "all"
				? [`${counted(deleted, "device")} of this report ${isOrAre(deleted)} deleted.`]
				: []),
			...(missingGroups > 0
				? [`${counted(missingGroups, "group")} of this report ${isOrAre(missingGroups)} deleted.`]
				: []),
			...(isLimited
				? [
						`${counted(present.length - devices.length, "device")} of this report ${isOrAre(present.length - devices.length)} outside what the person who saved it last may see.`,
					]
				: []),
		],
	};
}

/** A run uses the devices of its first claim: retention may delete readings of later ones. */
function mayRead({ deviceScope, keptFrom }: ReportedRun, deviceId: string): boolean {
	const isInScope = deviceScope === "all" || deviceScope.has(deviceId);
	return isInScope && (keptFrom === null || keptFrom[deviceId] !== undefined);
}

/** Returns one device of a run, by its current groups. Throws DEVICE_NOT_FOUND, also outside its scope. */
export function deviceOfReport({ db }: ReportParts, run: ReportedRun, deviceId: string): DeviceRow {
	const { scope } = run.definition;
	const isNamed = scope === "all" || "groupIds" in scope || scope.deviceIds.includes(deviceId);
	const device = isNamed && mayRead(run, deviceId) ? findDevice(db, deviceId) : null;
	if (!device || isGone(device, run.now)) throw domainError("DEVICE_NOT_FOUND", { deviceId });
	return device;
}

export function channelsOfReport(
	{ db }: Pick<ReportParts, "db">,
	{ definition }: Pick<ReportedRun, "definition">,
	deviceIds: string[],
): ChannelRow[] {
	const { channels, study } = definition;
	const { fields, reads } = reportTypes[definition.type];
	const all = listChannels(db, deviceIds);
	if (study) return all.filter(({ id }) => study.positions.some(({ channelId }) => channelId === id));
	const chosen =
		channels === null || !fields.includes("channels")
			? all
			: all.filter((channel) => channels.some((choice) => isChosenChannel(choice, channel)));
	return reads?.includes("counters") ? usesWithCounters(all, chosen) : chosen;
}

/** The uses among the chosen channels, also those of chosen counters, and the counters they derive from. */
function usesWithCounters(all: readonly ChannelRow[], chosen: readonly ChannelRow[]): ChannelRow[] {
	const ids = new Set(chosen.map(({ id }) => id));
	const wanted = new Set<string>();
	for (const { id, derived } of all) {
		const counterId = derived?.kind === "use" ? derived.sources[0]?.channelId : undefined;
		if (counterId === undefined || !(ids.has(id) || ids.has(counterId))) continue;
		wanted.add(id).add(counterId);
	}
	return all.filter(({ id }) => wanted.has(id));
}

function groupsOfReport(db: ReportParts["db"], { definition: { scope } }: ReportedRun): GroupRow[] {
	if (scope === "all" || !("groupIds" in scope)) return listGroupRows(db);
	return currentGroupIds(db, scope.groupIds).flatMap((id) => findGroup(db, id) ?? []);
}

function wantedDevices(db: ReportParts["db"], { definition: { scope }, from }: ReportedRun, groups: GroupRow[]) {
	const wasInUse = ({ archivedAt }: DeviceRow) => archivedAt === null || archivedAt.getTime() > from;
	if (scope === "all") return [...listDevices(db, "all"), ...listArchivedDevices(db)].filter(wasInUse);
	if ("deviceIds" in scope) return findDevices(db, [...new Set(scope.deviceIds)]);
	return findDevices(
		db,
		listDeviceIds(
			db,
			groups.map(({ id }) => id),
		),
	).filter(wasInUse);
}

export function groupNamesByDevice(db: ReportParts["db"], groups: GroupRow[]): Map<string, string[]> {
	const names = new Map(groups.map(({ id, name }) => [id, name]));
	return new Map(
		[...groupIdsByDevice(db)].map(([deviceId, ids]) => [deviceId, ids.flatMap((id) => names.get(id) ?? [])]),
	);
}

function isOrAre(count: number): string {
	return count === 1 ? "is" : "are";
}
