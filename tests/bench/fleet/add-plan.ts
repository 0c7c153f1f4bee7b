import { eq } from "drizzle-orm";
import type { AccountDb } from "../../../backend/base/context";
import { insertAlertEvent } from "../../../backend/db/alert-event-rows";
import { insertFloorPlan } from "../../../backend/db/floor-plan-rows";
import * as schema from "../../../backend/db/schema";
import { idPrefixes } from "../../../shared/base/ids";
import { eventRow } from "../../backend/fixtures/alert-event-row";

const idOf = (prefix: string, number: number) => `${prefix}_${String(number).padStart(26, "0")}`;

export function addPlan(db: AccountDb, groupId: string): { planId: string; deviceIds: string[] } {
	const planId = idOf(idPrefixes.floorPlan, 0);
	const picture = { attachmentId: idOf(idPrefixes.attachment, 0), width: 1_600, height: 1_200 };
	const made = { createdAt: 0, createdBy: "bench", checkAt: Number.MAX_SAFE_INTEGER, version: 1 };
	insertFloorPlan(db, { id: planId, groupId, parentId: null, name: "Hall", altText: "A hall", ...picture, ...made });
	const { deviceId } = schema.groupDevices;
	const rows = db.select({ deviceId }).from(schema.groupDevices).where(eq(schema.groupDevices.groupId, groupId)).all();
	return { planId, deviceIds: rows.map((row) => row.deviceId) };
}

/** `first`: how many devices have events before these. */
export type PastEvents = { deviceIds: string[]; first: number; each: number; everyMs: number };

/** Events of half an hour that are over. */
export function addPastEvents(
	{ db, now }: { db: AccountDb; now: number },
	{ deviceIds, first, each, everyMs }: PastEvents,
): void {
	db.transaction(() => {
		for (const [position, deviceId] of deviceIds.entries()) {
			for (let count = 0; count < each; count += 1) {
				const id = idOf(idPrefixes.alertEvent, (first + position) * each + count);
				const startedAt = now - (count + 1) * everyMs;
				insertAlertEvent(db, { ...eventRow({ id, deviceId, startedAt }), endedAt: startedAt + 1_800_000 });
			}
		}
	});
}
