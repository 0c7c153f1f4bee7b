import { limits } from "../../../shared/limits";
import type { AddNote, LogEvent } from "../../../shared/log";
import type { MemberContext, Verb } from "../../context";
import { deviceOrThrow } from "../../device/device-or-throw";
import { InputError } from "../../errors";
import { groupsInScope } from "../../group/scope";
import { wholeAccount } from "../../live/hints";
import { insertLogEvent } from "../log-event-rows";

/** Writes a note into the log of a device or of the account, in the name of who is signed in. */
export async function addNote({ ctx, input }: Verb<AddNote>): Promise<LogEvent> {
	const { deviceId, at, text } = input;
	if (deviceId !== null) deviceOrThrow(ctx, deviceId);
	const problems = problemsOf(ctx, input);
	if (Object.keys(problems).length > 0) throw new InputError(problems);
	const note: LogEvent = {
		id: ctx.newId("logEntry"),
		deviceId,
		at,
		kind: "note",
		level: "info",
		text,
		author: ctx.user.name,
	};
	insertLogEvent(ctx.db, note);
	ctx.hints.changed("log", [deviceId ?? wholeAccount]);
	return note;
}

function problemsOf(ctx: MemberContext, { deviceId, at }: AddNote): Record<string, string> {
	const isEveryones = deviceId === null && groupsInScope(ctx) !== "all";
	return {
		...(isEveryones && { deviceId: "Choose a device: notes about the account are for those who see all of it." }),
		...(at < limits.ingestEarliestMs && { at: "Must be after the year 1999." }),
		...(at > ctx.now + limits.ingestFutureMs && { at: "Must not be more than a day ahead." }),
	};
}
