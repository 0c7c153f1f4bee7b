import type { LogEvent } from "../../shared/log/log";
import { type Statement, storedOf } from "../../shared/log/said-text";
import { type AccountDb, type Invalidations, wholeAccount } from "../base/context";
import { createNewId, type NewId } from "../base/ids";
import { insertLogEvent } from "../db/log-event-rows";
import type { GroupNaming } from "../db/schema";

/** `user` null: the system. `now` is epoch ms. */
type Store = { db: AccountDb; newId: NewId; now: number; invalidations: Invalidations; user: Author | null };

type Author = { id?: string; name: string };

function authorOf(user: Author | null): Pick<LogEvent, "author" | "authorId"> {
	return { author: user?.name ?? null, ...(user?.id !== undefined && { authorId: user.id }) };
}

export function addConfigEvent(
	{ db, newId, now, invalidations, user }: Store,
	deviceId: string | null,
	text: Statement,
): void {
	const event = { id: newId("logEntry"), deviceId, at: now, kind: "config", level: "info" } as const;
	insertLogEvent(db, { ...event, ...storedOf(text), ...authorOf(user) });
	invalidations.changed("log", [deviceId ?? wholeAccount]);
}

export function addConfigEvents(
	{ db, newId, now, invalidations, user }: Store,
	events: { deviceId: string; text: Statement; naming?: GroupNaming | null }[],
): void {
	const common = { at: now, kind: "config", level: "info", ...authorOf(user) } as const;
	for (const { naming, deviceId, text } of events) {
		insertLogEvent(db, { id: newId("logEntry"), deviceId, ...common, ...storedOf(text) }, naming);
	}
	invalidations.changed(
		"log",
		events.map(({ deviceId }) => deviceId),
	);
}

/** `deviceId` null: the account. */
export function addSystemEvent(
	{ db, now, invalidations }: { db: AccountDb; now: number; invalidations: Invalidations },
	{ deviceId, text }: { deviceId: string | null; text: Statement },
): void {
	const id = createNewId(now)("logEntry");
	insertLogEvent(db, { id, deviceId, at: now, kind: "system", level: "error", ...storedOf(text), author: null });
	invalidations.changed("log", deviceId === null ? "all" : [deviceId]);
}
