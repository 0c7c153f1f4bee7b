import { serverLimits } from "../../shared/base/limits";
import type { MemberContext } from "../base/context";
import { deleteUndosBefore, insertUndo } from "../db/undo-rows";

export type UndoKindName = "devices" | "mutes" | "derived" | "groups" | "overrides" | "placements";

type NewUndo = { kind: UndoKindName; entries: unknown[] };

const entriesPerPart = 1_000;
/** UTF-16 units: three bytes each at most, and a row holds 2 MB. */
const partLength = 600_000;

/** Call in the transaction of the change. The undo expires after `serverLimits.undoMs`. */
export function createUndo(
	{ db, newId, now, user }: Pick<MemberContext, "db" | "newId" | "now" | "user">,
	{ kind, entries }: NewUndo,
): string {
	deleteUndosBefore(db, new Date(now - serverLimits.undoMs));
	const id = newId("undo");
	const common = { id, kind, createdBy: user.id, createdAt: new Date(now) };
	for (const [part, payload] of partsOf(entries).entries()) insertUndo(db, { ...common, part, payload });
	return id;
}

function partsOf(entries: unknown[]): unknown[][] {
	const parts: unknown[][] = [];
	let part: unknown[] = [];
	let length = 0;
	for (const entry of entries) {
		const entryLength = JSON.stringify(entry).length;
		if (part.length > 0 && (part.length >= entriesPerPart || length + entryLength > partLength)) {
			parts.push(part);
			[part, length] = [[], 0];
		}
		part.push(entry);
		length += entryLength;
	}
	return part.length === 0 ? parts : [...parts, part];
}
