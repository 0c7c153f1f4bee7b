import { errorKey } from "../../shared/base/error-key";
import { limits, serverLimits } from "../../shared/base/limits";
import { largestOf } from "../../shared/base/lists";
import { GetCounterUse } from "../../shared/device/derived/inputs";
import { derivedKindOf } from "../../shared/device/derived/registry";
import { GetDistribution } from "../../shared/log/distribution";
import {
	AddNote,
	GetEventSeries,
	GetLogs,
	GetSeries,
	GetSeriesChoice,
	GetSeriesSummary,
	type LogEvent,
	type LogPage,
	type NoteKind,
	SaveNoteKinds,
} from "../../shared/log/log";
import { type LogExportHead, LogFilter } from "../../shared/log/log-export";
import { GetReadingChanges } from "../../shared/log/reading-changes";
import { doubtfulIdOf } from "../../shared/log/reading-marks";
import { GetStepSeries } from "../../shared/log/step-series";
import { takeAttachment } from "../attachment/attachments";
import { type Call, inTurns, type LoggedChannel, type MemberContext, wholeAccount } from "../base/context";
import { domainError, InputError } from "../base/errors";
import { procedureFor, router } from "../base/trpc";
import { accountOrThrow, updateAccount } from "../db/account-rows";
import { calibrationsOf } from "../db/calibration-rows";
import { allDerivedChannels } from "../db/derived-channel-rows";
import { type DeviceRow, listArchivedDevices } from "../db/device-rows";
import { findLogEvent, insertLogEvent, markCorrected } from "../db/log-event-rows";
import { holdingVerdicts } from "../db/reading-verdict-rows";
import { toLogChannel, withLateAfter } from "../device/logged-device";
import { assertWholeScope, deviceOrThrow, groupOrThrow, groupsInScope, isDeviceInScope } from "../group/scope";
import { getCounterUse } from "./counter-use";
import { getChanges } from "./get-changes";
import { getDistribution } from "./get-distribution";
import { getLogs } from "./get-logs";
import { getEventSeries, getSeries, getSeriesChoice, getSeriesSummary } from "./get-series";
import { getStepSeries } from "./get-step-series";
import { channelsOfRows, fleetOf, requestedDevices, requestedSpan } from "./log-request";
import { assertGapsFindable } from "./read-gap-page";

/** More than that of a long life would make the account's row large. */
const mostRetired = 100;

export const logRouter = router({
	addNote: procedureFor("addNotes").input(AddNote).mutation(addNote),
	getNoteKinds: procedureFor("viewFleet").query(getNoteKinds),
	saveNoteKinds: procedureFor("editCompany").input(SaveNoteKinds).mutation(saveNoteKinds),
	getChanges: procedureFor("viewFleet").input(GetReadingChanges).query(getChanges),
	getDistribution: procedureFor("viewFleet").input(GetDistribution).query(inTurns(getDistribution)),
	getExportHead: procedureFor("viewFleet").input(LogFilter).query(inTurns(getExportHead)),
	getCounterUse: procedureFor("viewFleet").input(GetCounterUse).query(inTurns(getCounterUse)),
	getEventSeries: procedureFor("viewFleet").input(GetEventSeries).query(inTurns(getEventSeries)),
	getLogs: procedureFor("viewFleet").input(GetLogs).query(inTurns(getLogsInTurn)),
	getSeries: procedureFor("viewFleet").input(GetSeries).query(inTurns(getSeries)),
	getSeriesChoice: procedureFor("viewFleet").input(GetSeriesChoice).query(inTurns(getSeriesChoice)),
	getSeriesSummary: procedureFor("viewFleet").input(GetSeriesSummary).query(inTurns(getSeriesSummary)),
	getStepSeries: procedureFor("viewFleet").input(GetStepSeries).query(inTurns(getStepSeries)),
});

function getLogsInTurn(call: Call<GetLogs>): Promise<LogPage> {
	const isLarge = (call.input.limit ?? 0) >= serverLimits.logEntriesPerExportPage;
	return isLarge ? call.ctx.pageTurns(() => getLogs(call)) : getLogs(call);
}

async function getExportHead({ ctx, input }: Call<LogFilter>): Promise<LogExportHead> {
	const { companyName, timeZone, weekStart } = accountOrThrow(ctx.db);
	const requested = requestedDevices(ctx, input);
	const fleet = fleetOf(ctx.db, requested);
	const zone = input.zone ?? fleet.zone ?? timeZone;
	const span = requestedSpan(input, { zone, weekStart }, ctx.now);
	const channels = [...channelsOfRows(fleet, input)];
	if (input.isAfterGap) await assertGapsFindable(ctx.readingStore, { channels, ...span });
	const isWhole = !requested.isFiltered && groupsInScope(ctx) === "all";
	return {
		companyName,
		...span,
		zone,
		isFiltered: requested.isFiltered,
		groupNames: (input.groupIds ?? []).map((groupId) => groupOrThrow(ctx, groupId).name),
		devices: requested.devices.map(toExportedDevice),
		archived: isWhole ? listArchivedDevices(ctx.db).map(toExportedDevice) : [],
		channels: toExportedChannels(ctx, channels, span.to),
	};
}

function toExportedChannels(
	{ db, readingStore }: MemberContext,
	channels: readonly LoggedChannel[],
	to: number,
): LogExportHead["channels"] {
	const doubtful = readingStore.numbers(
		channels.map(({ id, deviceId }) => ({ deviceId, channelId: doubtfulIdOf(id) })),
	);
	return channels.map((channel, index) => {
		const [first] = calibrationsOf(db, channel.id);
		return {
			...toLogChannel(channel),
			...(first && first.from < to && { isCalibrated: true }),
			...((doubtful[index] || isJudged(db, channel) || canSaturate(db, channel)) && { isMarked: true }),
		};
	});
}

function isJudged(db: MemberContext["db"], { id, deviceId }: LoggedChannel): boolean {
	return holdingVerdicts(db, deviceId).some(({ channelId }) => channelId === id);
}

function canSaturate(db: MemberContext["db"], { id }: LoggedChannel): boolean {
	const derived = allDerivedChannels(db).get(id);
	return derived !== undefined && derivedKindOf(derived.shape).canSaturate === true;
}

function toExportedDevice(device: DeviceRow): LogExportHead["devices"][number] {
	return { ...withLateAfter(device), serialNumber: device.serialNumber };
}

async function addNote({ ctx, input }: Call<AddNote>): Promise<LogEvent> {
	const { deviceId, at, text } = input;
	const { groupId = null, endsAt = null, kindId = null, attachmentId = null, corrects } = input;
	if (deviceId !== null) deviceOrThrow(ctx, deviceId);
	if (groupId !== null) groupOrThrow(ctx, groupId);
	const corrected = corrects === undefined ? null : noteOrThrow(ctx, corrects);
	const problems = problemsOf(ctx, input);
	if (Object.keys(problems).length > 0) throw new InputError(problems);
	const written: LogEvent = {
		id: ctx.newId("logEntry"),
		deviceId,
		at,
		kind: "note",
		level: "info",
		text,
		author: ctx.user.name,
		authorId: ctx.user.id,
		...(endsAt !== null && { endsAt }),
		...(groupId !== null && { groupId }),
		...(kindId !== null && { kindId }),
		...(corrects !== undefined && { corrects }),
	};
	const note = ctx.db.transaction(() => {
		const use = { use: "note", useId: written.id, deviceId, groupId, replaced: corrects } as const;
		const file = attachmentId === null ? null : takeAttachment(ctx, attachmentId, use);
		const note = { ...written, ...(file && { attachmentId: file.id, attachmentName: file.name }) };
		insertLogEvent(ctx.db, note);
		if (corrects !== undefined) markCorrected(ctx.db, { id: corrects, correctedBy: note.id });
		ctx.audit.makes();
		ctx.audit.act(subjectOf(ctx, input), {
			note: text,
			...(file && { file: file.name }),
			...(corrected && { corrected: corrected.text }),
		});
		return note;
	});
	const subjects = [deviceId ?? wholeAccount, ...(corrected ? [corrected.deviceId ?? wholeAccount] : [])];
	ctx.invalidations.changed("log", subjects);
	return note;
}

function subjectOf({ accountId }: MemberContext, { deviceId, groupId }: AddNote) {
	if (deviceId !== null) return { device: [deviceId] };
	return groupId ? { group: [groupId] } : { account: [accountId] };
}

/** Throws NOTE_NOT_FOUND, also out of scope, and NOTE_CORRECTED if another note corrects it already. */
function noteOrThrow(ctx: MemberContext, id: string) {
	const note = findLogEvent(ctx.db, id);
	const groups = groupsInScope(ctx);
	const isVisible =
		note?.kind === "note" &&
		(groups === "all" ||
			(note.deviceId !== null && isDeviceInScope(ctx, note.deviceId)) ||
			(note.groupId !== null && groups.includes(note.groupId)));
	if (!note || !isVisible) throw domainError("NOTE_NOT_FOUND", { noteId: id });
	if (note.correctedBy !== null) throw domainError("NOTE_CORRECTED", { noteId: id });
	return note;
}

function getNoteKinds({ ctx }: Call): NoteKind[] {
	return accountOrThrow(ctx.db).noteKinds;
}

/** Kinds that are no longer listed stay for their notes. */
function saveNoteKinds({ ctx, input }: Call<SaveNoteKinds>): NoteKind[] {
	assertWholeScope(ctx);
	const present = accountOrThrow(ctx.db).noteKinds;
	const known = new Set(present.map(({ id }) => id));
	let next = Math.max(0, largestOf(present.map(({ id }) => Number.parseInt(id, 36))));
	const listed = input.kinds.map(({ id, name }) => {
		if (id !== undefined && known.has(id)) return { id, name };
		next += 1;
		return { id: next.toString(36), name };
	});
	const ids = new Set(listed.map(({ id }) => id));
	const retired = present.filter(({ id }) => !ids.has(id)).map(({ id, name }) => ({ id, name, isRetired: true }));
	const kinds = [...listed, ...retired.slice(-mostRetired)];
	ctx.db.transaction(() => {
		ctx.audit.change({ account: [ctx.accountId] }, () => updateAccount(ctx.db, ctx.accountId, { noteKinds: kinds }));
	});
	ctx.invalidations.changed("log", [wholeAccount]);
	return kinds;
}

function problemsOf(ctx: MemberContext, { deviceId, groupId, at, endsAt, kindId }: AddNote): Record<string, string> {
	const isEveryones = deviceId === null && (groupId ?? null) === null && groupsInScope(ctx) !== "all";
	const kinds = accountOrThrow(ctx.db).noteKinds;
	const isKindGone = (kindId ?? null) !== null && !kinds.some(({ id, isRetired }) => id === kindId && !isRetired);
	return {
		...(isKindGone && { kindId: errorKey("note.kindGone") }),
		...((endsAt ?? at) > ctx.now + limits.ingestFutureMs && at <= ctx.now && { endsAt: errorKey("time.dayAhead") }),
		...(isEveryones && { deviceId: errorKey("device.chooseForNote") }),
		...(at < limits.ingestEarliestMs && { at: errorKey("time.after1999") }),
		...(at > ctx.now + limits.ingestFutureMs && { at: errorKey("time.dayAhead") }),
	};
}
