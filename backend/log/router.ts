import { errorKey } from "../../shared/base/error-key";
import { limits, serverLimits } from "../../shared/base/limits";
import { GetCounterUse } from "../../shared/device/derived/inputs";
import { GetDistribution } from "../../shared/log/distribution";
import {
	AddNote,
	GetEventSeries,
	GetLogs,
	GetSeries,
	GetSeriesChoice,
	GetSeriesSummary,
	type LogChannel,
	type LogEvent,
	type LogPage,
} from "../../shared/log/log";
import { type LogExportHead, LogFilter } from "../../shared/log/log-export";
import { GetReadingChanges } from "../../shared/log/reading-changes";
import { doubtfulIdOf } from "../../shared/log/reading-marks";
import { GetStepSeries } from "../../shared/log/step-series";
import { type Call, inTurns, type MemberContext, wholeAccount } from "../base/context";
import { InputError } from "../base/errors";
import { procedureFor, router } from "../base/trpc";
import { accountOrThrow } from "../db/account-rows";
import { calibrationsOf } from "../db/calibration-rows";
import { type DeviceRow, listArchivedDevices } from "../db/device-rows";
import { insertLogEvent } from "../db/log-event-rows";
import { holdingVerdicts } from "../db/reading-verdict-rows";
import { withLateAfter } from "../device/logged-device";
import { deviceOrThrow, groupOrThrow, groupsInScope } from "../group/scope";
import { getCounterUse } from "./counter-use";
import { getChanges } from "./get-changes";
import { getDistribution } from "./get-distribution";
import { getLogs } from "./get-logs";
import { getEventSeries, getSeries, getSeriesChoice, getSeriesSummary } from "./get-series";
import { getStepSeries } from "./get-step-series";
import { channelsOfRows, fleetOf, requestedDevices, requestedSpan } from "./log-request";
import { assertGapsFindable } from "./read-gap-page";

export const logRouter = router({
	addNote: procedureFor("addNotes").input(AddNote).mutation(addNote),
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
	channels: readonly LogChannel[],
	to: number,
): LogExportHead["channels"] {
	const doubtful = readingStore.numbers(
		channels.map(({ id, deviceId }) => ({ deviceId, channelId: doubtfulIdOf(id) })),
	);
	return channels.map((channel, index) => {
		const [first] = calibrationsOf(db, channel.id);
		return {
			...channel,
			...(first && first.from < to && { isCalibrated: true }),
			...((doubtful[index] || isJudged(db, channel)) && { isMarked: true }),
		};
	});
}

function isJudged(db: MemberContext["db"], { id, deviceId }: LogChannel): boolean {
	return holdingVerdicts(db, deviceId).some(({ channelId }) => channelId === id);
}

function toExportedDevice(device: DeviceRow): LogExportHead["devices"][number] {
	return { ...withLateAfter(device), serialNumber: device.serialNumber };
}

async function addNote({ ctx, input }: Call<AddNote>): Promise<LogEvent> {
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
		authorId: ctx.user.id,
	};
	ctx.db.transaction(() => {
		insertLogEvent(ctx.db, note);
		ctx.audit.makes();
		ctx.audit.act(deviceId === null ? { account: [ctx.accountId] } : { device: [deviceId] }, { note: text });
	});
	ctx.invalidations.changed("log", [deviceId ?? wholeAccount]);
	return note;
}

function problemsOf(ctx: MemberContext, { deviceId, at }: AddNote): Record<string, string> {
	const isEveryones = deviceId === null && groupsInScope(ctx) !== "all";
	return {
		...(isEveryones && { deviceId: errorKey("device.chooseForNote") }),
		...(at < limits.ingestEarliestMs && { at: errorKey("time.after1999") }),
		...(at > ctx.now + limits.ingestFutureMs && { at: errorKey("time.dayAhead") }),
	};
}
