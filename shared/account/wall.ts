import * as z from "zod/mini";
import { GroupId, WallId } from "../base/ids";
import { nameText } from "../base/name-text";
import type { DisplayFormats } from "../formats/display-formats";
import { apiKeyDays } from "./api-key";

/** What a screen on a wall asks, with its token as a bearer. */
export const wallPath = "/api/wall";
/** Its page. The token stands behind it as a fragment, which no browser sends. */
export const wallPagePath = "/wall";

export const Wall = z.object({
	id: WallId,
	groupId: GroupId,
	name: z.string(),
	createdBy: z.string(),
	/** Null: has left. */
	createdByName: z.nullable(z.string()),
	createdAt: z.date(),
	/** Null: never. */
	expiresAt: z.nullable(z.date()),
	/** Null: no screen has asked yet. */
	lastSeenAt: z.nullable(z.date()),
});
export type Wall = z.infer<typeof Wall>;

export const CreateWall = z.object({
	groupId: GroupId,
	name: nameText("Enter a name."),
	/** Until it ends by itself; null: never. */
	days: z.nullable(z.literal(apiKeyDays)),
});
export type CreateWall = z.infer<typeof CreateWall>;

export const WallTarget = z.object({ wallId: WallId });
export type WallTarget = z.infer<typeof WallTarget>;

/** The token is shown only once. */
export const NewWall = z.object({ wall: Wall, token: z.string() });
export type NewWall = z.infer<typeof NewWall>;

/** What happens to a device, the worst first; `silent`: it reports no more. */
export type WallState = "alert" | "silent" | "acknowledged" | "muted" | "normal";

/** `isAlerting`: its state is the tile's; absent: it is not. */
export type WallReading = { name: string; text: string; isAlerting?: true };

export type WallTile = {
	name: string;
	state: WallState;
	/** Its values are old, whatever else is to be said of it. */
	isSilent: boolean;
	/** When its last reading was taken, epoch ms; null: never. */
	readAt: number | null;
	/** As people read them, those first that alert. */
	readings: WallReading[];
};

/**
 * What a screen shows. `now` is the backend's clock, epoch ms; `more` devices have no tile; the screen's own clock and
 * counts are as the company reads them.
 */
export type WallView = Pick<DisplayFormats, "hourCycle" | "decimalSign"> & {
	group: string;
	now: number;
	tiles: WallTile[];
	more: number;
};
