import type { WallView } from "../../shared/account/wall";
import { limits } from "../../shared/base/limits";
import type { AccountDb, Hints, KeptDevices } from "../base/context";
import { accountOrThrow, companyFormats } from "../db/account-rows";
import { findGroup } from "../db/group-rows";
import { changeWall, findWall } from "../db/wall-rows";
import type { UploadMeter } from "../ingest/quota";
import { digestSecret, isSameSecret, isUseWorthRecording } from "../keys/ingest-keys";
import { wallView } from "./show-wall";

/** A token whose tag the backend Worker has verified. */
export type WallCall = { wallId: string; secret: string };

export type WallAnswer =
	| { refusal: "unknown" | "expired" }
	| { refusal: "too-many-calls"; retryAfterSeconds: number }
	| { view: WallView };

type WallStore = { db: AccountDb; now: number; hints: Hints; keptDevices: KeptDevices; meter: UploadMeter };

/** The tiles of one group, and nothing else of the account. */
export async function serveWall(store: WallStore, { wallId, secret }: WallCall): Promise<WallAnswer> {
	const { db, now, hints, keptDevices, meter } = store;
	const digest = await digestSecret(secret);
	const wall = findWall(db, wallId);
	if (!wall || !isSameSecret(wall.tokenDigest, digest)) return { refusal: "unknown" };
	if (wall.expiresAt !== null && wall.expiresAt.getTime() <= now) return { refusal: "expired" };
	const retryAfterSeconds = meter.take([{ id: wallId, perMinute: limits.wallCallsPerMinute }], now);
	if (retryAfterSeconds !== null) return { refusal: "too-many-calls", retryAfterSeconds };
	if (isUseWorthRecording(wall.lastSeenAt, now)) changeWall(db, wallId, { lastSeenAt: new Date(now) });
	// Whoever has just put it up waits to read that it was opened.
	if (wall.lastSeenAt === null) hints.changed("groups", "all");
	const { devices } = await keptDevices.at(now);
	// After the list, which waits: the group may be gone by now.
	const group = findGroup(db, wall.groupId);
	if (!group) return { refusal: "unknown" };
	const rows = devices.map(({ row }) => row).filter(({ groupIds }) => groupIds.includes(group.id));
	return { view: wallView({ group: group.name, rows, formats: companyFormats(accountOrThrow(db)), now }) };
}
