import type { AccountDb } from "../../../backend/base/context";
import * as schema from "../../../backend/db/schema";
import { idPrefixes } from "../../../shared/base/ids";

const sites = ["Denver North", "Kühlhaus Köln", "Porto", "Lagos Airport"];

export const foodGroupId = groupId(sites.length);

export function groupFleet({ db, sql, now }: { db: AccountDb; sql: SqlStorage; now: number }): void {
	const createdAt = new Date(now);
	for (const [position, name] of sites.entries()) {
		db.insert(schema.groups)
			.values({ id: groupId(position), name, kind: "static", createdAt })
			.run();
		sql.exec("UPDATE devices SET site = ? WHERE rowid % ? = ?", name, sites.length, position);
		addDevices(sql, groupId(position), position);
	}
	const filter = { tags: ["food"] };
	db.insert(schema.groups).values({ id: foodGroupId, name: "Food", kind: "dynamic", filter, createdAt }).run();
	sql.exec(`UPDATE devices SET tags = '["food"]' WHERE rowid % ? = 0`, sites.length);
	addDevices(sql, foodGroupId, 0);
}

function addDevices(sql: SqlStorage, id: string, position: number): void {
	sql.exec(
		"INSERT INTO group_devices (group_id, device_id) SELECT ?, id FROM devices WHERE rowid % ? = ?",
		id,
		sites.length,
		position,
	);
}

function groupId(position: number): string {
	return `${idPrefixes.group}_${String(position).padStart(26, "0")}`;
}
