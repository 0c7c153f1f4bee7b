import * as z from "zod/mini";
import { errorKey } from "../base/error-key";
import { FloorPlanId, GroupId, WallId } from "../base/ids";
import { nameText } from "../base/name-text";
import type { DisplayFormats } from "../formats/display-formats";
import { apiKeyDays } from "./api-key";

/** Path of a wall screen's requests. The token is a bearer token. */
export const wallPath = "/api/wall";
/** Requests the picture of the screen's floor plan. */
export const wallPictureParameter = "picture";
/** Page of a wall screen. The token is in the fragment, which browsers do not send. */
export const wallPagePath = "/wall";

export const Wall = z.object({
	id: WallId,
	groupId: GroupId,
	name: z.string(),
	createdBy: z.string(),
	createdByName: z.nullable(z.string()),
	createdAt: z.date(),
	expiresAt: z.nullable(z.date()),
	lastSeenAt: z.nullable(z.date()),
	/** Null: the screen shows tiles. */
	floorPlanId: z.nullable(FloorPlanId),
});
export type Wall = z.infer<typeof Wall>;

export const CreateWall = z.object({
	groupId: GroupId,
	name: nameText(errorKey("name.missing")),
	days: z.nullable(z.literal(apiKeyDays)),
	floorPlanId: z.optional(z.nullable(FloorPlanId)),
});
export type CreateWall = z.infer<typeof CreateWall>;

export const WallTarget = z.object({ wallId: WallId });
export type WallTarget = z.infer<typeof WallTarget>;

export const NewWall = z.object({ wall: Wall, token: z.string() });
export type NewWall = z.infer<typeof NewWall>;

export type WallState = "alert" | "silent" | "acknowledged" | "muted" | "normal";

export type WallReading = { name: string; text: string; isAlerting?: true; isDerived?: true; isSaturated?: true };

export type WallTile = {
	name: string;
	state: WallState;
	isSilent: boolean;
	readAt: number | null;
	readings: WallReading[];
};

/** `x` and `y` are 65,535ths of the picture's sides. */
export type WallDot = WallTile & { x: number; y: number };

/** `picture` rises with each change of the plan; the screen then fetches the picture again. */
export type WallPlan = { picture: number; altText: string; width: number; height: number; dots: WallDot[] };

/** Texts that the screen completes by itself, with `{name}` for its own values. */
export type WallWords = Record<
	| ("screen" | "devices" | "alert" | "silent" | "acknowledged" | "muted" | "named")
	| ("now" | "minutesAgo" | "hoursAgo" | "hoursMinutesAgo" | "daysAgo" | "neverRead" | "computed")
	| ("computedReading" | "saturatedReading" | "offline" | "offlineYet" | "linkExpired" | "linkInvalid"),
	string
>;

/** `now`: the backend's clock, epoch ms. `more`: number of devices without a tile. */
export type WallView = Pick<DisplayFormats, "hourCycle" | "decimalSign"> & {
	group: string;
	now: number;
	tiles: WallTile[];
	/** Absent: the screen shows tiles alone. Devices on it have no tile. */
	plan?: WallPlan;
	more: number;
	moreText: string;
	summary: string;
	/** The company's. */
	language: string;
	words: WallWords;
};
