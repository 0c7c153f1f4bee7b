import type { WallView } from "../../shared/account/wall";
import { serverLimits } from "../../shared/base/limits";
import type { ShownReading } from "../../shared/device/device-reading";
import { spokenLanguage } from "../../shared/message/language";
import type { AccountDb, CachedDevice, CachedDevices, Invalidations } from "../base/context";
import type { ReadingStore } from "../base/reading-store";
import { accountOrThrow, companyFormats } from "../db/account-rows";
import { openStatesByDevice } from "../db/alert-event-rows";
import { findAttachment } from "../db/attachment-rows";
import { findFloorPlan, listPlaced } from "../db/floor-plan-rows";
import { findGroup } from "../db/group-rows";
import { mutedAlerts } from "../db/mute-rows";
import { changeWall, findWall, type WallRow } from "../db/wall-rows";
import { unmutedEvents } from "../device/device-projection";
import type { UploadMeter } from "../ingest/quota";
import { digestSecret, isSameSecret, isUseWorthRecording } from "../keys/ingest-keys";
import { type ShownPlan, wallView } from "./show-wall";

/** The backend Worker has verified the token's tag. */
export type WallCall = { wallId: string; secret: string; isForPicture?: boolean };

export type WallResponse =
	| { refusal: "unknown" | "expired" }
	| { refusal: "too-many-calls"; retryAfterSeconds: number }
	| { view: WallView }
	| { picture: { objectKey: string; mediaType: string } };

type WallStore = {
	db: AccountDb;
	now: number;
	invalidations: Invalidations;
	cachedDevices: CachedDevices;
	readingStore: Pick<ReadingStore, "latest">;
	meter: UploadMeter;
};

export async function serveWall(
	store: WallStore,
	{ wallId, secret, isForPicture = false }: WallCall,
): Promise<WallResponse> {
	const { db, now, invalidations, cachedDevices, meter } = store;
	const digest = await digestSecret(secret);
	const wall = findWall(db, wallId);
	if (!wall || !isSameSecret(wall.tokenDigest, digest)) return { refusal: "unknown" };
	if (wall.expiresAt !== null && wall.expiresAt.getTime() <= now) return { refusal: "expired" };
	const retryAfterSeconds = meter.take([{ id: wallId, perMinute: serverLimits.wallCallsPerMinute }], now);
	if (retryAfterSeconds !== null) return { refusal: "too-many-calls", retryAfterSeconds };
	if (isForPicture) return pictureOf(db, wall);
	if (isUseWorthRecording(wall.lastSeenAt, now)) changeWall(db, wallId, { lastSeenAt: new Date(now) });
	// The user who set up the screen waits for its first use.
	if (wall.lastSeenAt === null) invalidations.changed("groups", "all");
	const kept = await cachedDevices.at(now);
	// The group may have been deleted during the await.
	const group = findGroup(db, wall.groupId);
	if (!group) return { refusal: "unknown" };
	const devices = kept.devices.filter(({ row }) => row.groupIds.includes(group.id));
	const alerting = await alertingReadings(store, devices);
	const account = accountOrThrow(db);
	const language = spokenLanguage(account.language);
	const plan = planOf(db, wall);
	const shown = { group: group.name, devices, alerting, plan, formats: companyFormats(account), language, now };
	return { view: wallView(shown) };
}

/** A plan may have been removed, or have followed another group. */
function planOf(db: AccountDb, { floorPlanId, groupId }: WallRow): ShownPlan | null {
	const plan = floorPlanId === null ? null : findFloorPlan(db, floorPlanId);
	return plan?.groupId === groupId ? { plan, placed: listPlaced(db, [plan.id]) } : null;
}

function pictureOf(db: AccountDb, wall: WallRow): WallResponse {
	const shown = planOf(db, wall);
	const file = shown && findAttachment(db, shown.plan.attachmentId);
	return file ? { picture: { objectKey: file.objectKey, mediaType: file.mediaType } } : { refusal: "unknown" };
}

async function alertingReadings({ db, readingStore, now }: WallStore, devices: readonly CachedDevice[]) {
	const open = openStatesByDevice(db);
	const alerts = mutedAlerts(db, now);
	const channelsOf = ({ row }: CachedDevice) => {
		if (row.alertState !== "alerting" && row.alertState !== "acknowledged") return [];
		const isMeant = row.alertState === "alerting" ? (at: number | null) => at === null : () => true;
		return unmutedEvents(open.get(row.id) ?? [], { alerts }, now).flatMap(({ channelId, acknowledgedAt }) =>
			channelId !== null && isMeant(acknowledgedAt) ? channelId : [],
		);
	};
	const alerting = devices
		.map((device) => ({ device, channelIds: new Set(channelsOf(device)) }))
		.filter(({ channelIds }) => channelIds.size > 0);
	const latest = await readingStore.latest(alerting.map(({ device }) => device.row.id));
	return new Map(
		alerting.map(({ device: { row, logged }, channelIds }) => {
			const values = latest.get(row.id)?.values;
			const readings = logged.channels
				.filter(({ id }) => channelIds.has(id))
				.map(({ id, name, quantity, unit, decimals, computed }): [string, ShownReading] => {
					const { value = null, mark } = values?.get(id) ?? {};
					const marks = { isDerived: computed.formula !== undefined, isSaturated: mark === "saturated" };
					return [id, { name, quantity, unit, decimals, value, ...marks }];
				});
			return [row.id, new Map(readings)] as const;
		}),
	);
}
