import { gt, sql } from "drizzle-orm";
import type { Mute } from "../../shared/device/device-terms";
import { type Said, said } from "../../shared/log/said";
import type { AccountDb } from "../base/context";
import { assertToCome } from "../base/errors";
import type { AlertEventRow } from "./alert-event-rows";
import { findAlert } from "./alert-rows";
import { findDevice, findDevices } from "./device-rows";
import { findGroup, groupIdsByDevice, listDeviceIds } from "./group-rows";
import { type Muting, mutedByPlan } from "./planned-mute-rows";
import { isOneOf, prepared } from "./queries";
import { alerts, groups } from "./schema";

/** A mute stops messages. Events are still recorded. */

type MutedRow = { mutedUntil: number | Date | null };

export function isMuted({ mutedUntil }: MutedRow, now: number): boolean {
	return mutedUntil !== null && Number(mutedUntil) > now;
}

type MuteColumns = { mutedUntil: number | null; muteReason: string };

export function muteOf<Row extends MuteColumns>(
	{ mutedUntil, muteReason, ...row }: Row,
	now: number,
): Omit<Row, keyof MuteColumns> & { mutedUntil?: number; muteReason?: string } {
	if (mutedUntil === null || mutedUntil <= now) return row;
	return { ...row, mutedUntil, ...(muteReason !== "" && { muteReason }) };
}

/** Throws InputError for a time in the past or too far ahead. */
export function muteColumns({ until, reason = "" }: Mute, now: number): MuteColumns {
	if (until === null) return { mutedUntil: null, muteReason: "" };
	assertToCome(until, now);
	return { mutedUntil: until, muteReason: reason };
}

export function isMutedAlike(row: MuteColumns, { mutedUntil, muteReason }: MuteColumns): boolean {
	return row.mutedUntil === mutedUntil && row.muteReason === muteReason;
}

export function muteAlertRows(db: AccountDb, ids: string[], columns: ReturnType<typeof muteColumns>): void {
	db.update(alerts).set(columns).where(isOneOf(alerts.id, ids)).run();
}

export function muteGroupRows(db: AccountDb, ids: string[], columns: ReturnType<typeof muteColumns>): void {
	db.update(groups).set(columns).where(isOneOf(groups.id, ids)).run();
}

export type MutedGroup = { id: string; name: string; until: number; reason: string };

export function mutedGroups(db: AccountDb, now: number): Map<string, MutedGroup> {
	const rows = selectMutedGroups(db).all({ now });
	const muted = new Map(
		rows.flatMap(({ id, name, mutedUntil, muteReason }) =>
			mutedUntil === null ? [] : [[id, { id, name, until: mutedUntil, reason: muteReason }] as const],
		),
	);
	for (const [id, planned] of mutedByPlan(db, null, now)) {
		const group = findGroup(db, id);
		if (group && planned.until > (muted.get(id)?.until ?? 0)) muted.set(id, { id, name: group.name, ...planned });
	}
	return muted;
}

export function devicesMutedByPlan(db: AccountDb, now: number): ReadonlyMap<string, Muting> {
	return mutedByPlan(db, null, now);
}

type Mutable = MuteColumns & { id: string };

export function withPlans<Row extends Mutable>(db: AccountDb, rows: readonly Row[], now: number): Row[] {
	const planned = mutedByPlan(db, null, now);
	return rows.map((row) => {
		const plan = planned.get(row.id);
		if (!plan || plan.until <= (row.mutedUntil ?? 0)) return row;
		return { ...row, mutedUntil: plan.until, muteReason: plan.reason };
	});
}

const selectMutedGroups = prepared((db) => {
	const { id, name, mutedUntil, muteReason } = groups;
	const isNow = gt(mutedUntil, sql.placeholder("now"));
	return db.select({ id, name, mutedUntil, muteReason }).from(groups).where(isNow).prepare();
});

export function mutedAlerts(db: AccountDb, now: number): Map<string, number> {
	const rows = selectMutedAlerts(db).all({ now });
	const muted = new Map(rows.map(({ id, mutedUntil }) => [id, Number(mutedUntil)]));
	for (const [id, { until }] of mutedByPlan(db, null, now)) muted.set(id, Math.max(until, muted.get(id) ?? 0));
	return muted;
}

const selectMutedAlerts = prepared((db) => {
	const { id, mutedUntil } = alerts;
	return db
		.select({ id, mutedUntil })
		.from(alerts)
		.where(gt(mutedUntil, sql.placeholder("now")))
		.prepare();
});

export function unmutedOf<Part extends Pick<AlertEventRow, "alertId" | "deviceId">>(
	db: AccountDb,
	parts: readonly Part[],
	now: number,
): Part[] {
	const devices = findDevices(db, [...new Set(parts.flatMap(({ deviceId }) => deviceId ?? []))]);
	const muted = new Set(devices.filter((device) => isMuted(device, now)).map(({ id }) => id));
	for (const id of devicesMutedByPlan(db, now).keys()) muted.add(id);
	for (const id of listDeviceIds(db, [...mutedGroups(db, now).keys()])) muted.add(id);
	const rules = mutedAlerts(db, now);
	return parts.filter(({ alertId, deviceId }) => !muted.has(deviceId ?? "") && !rules.has(alertId ?? ""));
}

type MutedBy = Muting & { what: Said };

function mutingOf(db: AccountDb, row: Pick<AlertEventRow, "alertId" | "deviceId"> & MutedRow, now: number): MutedBy[] {
	const rule = row.alertId === null ? null : findAlert(db, row.alertId);
	const device = row.deviceId === null ? null : findDevice(db, row.deviceId);
	const known = mutedGroups(db, now);
	const own = device === null || known.size === 0 ? [] : (groupIdsByDevice(db, device.id).get(device.id) ?? []);
	const named = (what: Said, { mutedUntil, muteReason }: MutedRow & { muteReason: string }): MutedBy => {
		return { what, until: Number(mutedUntil ?? 0), reason: muteReason };
	};
	const plans = mutedByPlan(db, [row.deviceId ?? "", row.alertId ?? ""], now);
	const planned = (what: Said, id: string | null): MutedBy[] => {
		const plan = plans.get(id ?? "");
		return plan ? [{ what, ...plan }] : [];
	};
	return [
		named(said("why.muted"), { mutedUntil: row.mutedUntil, muteReason: "" }),
		...(device ? [named(said("why.mutedDevice"), device)] : []),
		...(rule ? [named(said("why.mutedRule"), rule)] : []),
		...planned(said("why.mutedDevice"), row.deviceId),
		...planned(said("why.mutedRule"), row.alertId),
		...own.flatMap((id) => {
			const group = known.get(id);
			// A reader of the device may not see the group, so neither name nor reason is included.
			return group ? [{ what: said("why.mutedGroup"), until: group.until, reason: "" }] : [];
		}),
	]
		.filter(({ until }) => until > now)
		.sort((one, other) => other.until - one.until);
}

/** The longest mute of an event; `until` is epoch ms; null: none. */
export function eventMute(
	db: AccountDb,
	row: Pick<AlertEventRow, "alertId" | "deviceId"> & MutedRow,
	now: number,
): { until: number; why: Said } | null {
	const [longest] = mutingOf(db, row, now);
	if (!longest) return null;
	const { until, what, reason } = longest;
	return { until, why: reason === "" ? what : said("why.because", { what, reason }) };
}
