import type { Brand } from "../../../shared/account/brand";
import { letterLines } from "../../../shared/account/company";
import { dayMs, secondMs } from "../../../shared/base/durations";
import { largestOf } from "../../../shared/base/lists";
import { addTo } from "../../../shared/base/multi-map";
import { pick, reportedTexts } from "../../../shared/base/plain-fields";
import { formulaText } from "../../../shared/device/derived/formula";
import { offlineAfterSeconds } from "../../../shared/device/device-status";
import { countDigits } from "../../../shared/formats/display-formats";
import { reasonAgainst } from "../../../shared/log/distribution";
import type { MappingStudy } from "../../../shared/report/mapping-study";
import type { ReportDefinition } from "../../../shared/report/report";
import { reportTypes } from "../../../shared/report/report-types";
import { wordsIn as formulasIn } from "../../../shared/words/made/formulas-in";
import { wordsIn } from "../../../shared/words/made/report-file-in";
import type { Computed } from "../../base/context";
import { budgetOf } from "../../base/page-turns";
import type { ChannelRef, DeviceLatest } from "../../base/reading-store";
import { accountOrThrow, listUsers } from "../../db/account-rows";
import { findAttachment } from "../../db/attachment-rows";
import { publishedBrand } from "../../db/brand-rows";
import { listCalibrationFacts } from "../../db/calibration-rows";
import { type CertificateRow, listCertificates } from "../../db/certificate-rows";
import { type ChannelRow, listChannels } from "../../db/channel-rows";
import { allDerivedChannels } from "../../db/derived-channel-rows";
import type { DeviceRow } from "../../db/device-rows";
import { findFloorPlan, listFloorPlans, listPlaced } from "../../db/floor-plan-rows";
import { type GroupRow, groupIdsByDevice, listDeviceIds } from "../../db/group-rows";
import { type JustifiedSpanRow, listJustifiedSpans } from "../../db/justified-span-rows";
import { listLogEvents, listNoteSpans } from "../../db/log-event-rows";
import { calibrationText } from "../../device/calibration";
import { channelFormulas } from "../../device/derived/formulas";
import { layoutStyle } from "../figures/report-channel";
import { mostTurns, silencesOf } from "./device-silences";
import { type ReadLimits, readLimits } from "./read-limits";
import { readSetUp } from "./read-set-up";
import { recordedChanges } from "./recorded-changes";
import { hashOfChannels } from "./report-calibrations";
import { momentText, zoneClock } from "./report-clock";
import { channelsOfReport, devicesOfReport, groupNamesByDevice } from "./report-devices";
import { type ReportedRun, type ReportParts, spanOf } from "./report-run";
import type { ReportChannel, ReportDevice, ReportFloorPlan, ReportHead, ReportNote } from "./report-source";
import { roundChecksOf } from "./round-checks";
import { rulesInForce } from "./rules-in-force";
import { unitChanges } from "./unit-changes";
import { unmatchedChoices } from "./unmatched-choices";

const mostNotes = 2_000;
/** Takes about 10 ms of an object's thread. */
const lookedAtTogether = 500;
/** The same, for a month of each. */
const storedTogether = 250;

const names = new Intl.Collator("en", { numeric: true, sensitivity: "base" });

export async function readReportHead(parts: ReportParts, run: ReportedRun): Promise<ReportHead> {
	const { db, turnQueue } = parts;
	const account = accountOrThrow(db);
	const { companyName, productName } = account;
	const { devices, groups, gone } = devicesOfReport(parts, run);
	const ids = devices.map(({ id }) => id);
	const channels = Map.groupBy(channelsOfReport(parts, run, ids), ({ deviceId }) => deviceId);
	const hashes = new Map(ids.map((id) => [id, hashOfChannels(db, channels.get(id) ?? [], run)]));
	const latest = await latestOf(parts, ids);
	if (ids.length > lookedAtTogether) await turnQueue.next();
	const groupNames = groupNamesByDevice(db, groups);
	const recorded = await recordedOf(parts, run, ids);
	const isOfNow = reportTypes[run.definition.type].isOfNow === true;
	const changes = isOfNow ? [] : await recordedChanges(parts, "device.updateDevice", run.from);
	const limits = await readLimits(parts, run, { devices, channels, changes });
	const channelsOf = await reportChannels(parts, run, { ids, channels: [...channels.values()].flat(), limits });
	const returned: ReportDevice[] = [];
	for (const device of devices.toSorted((a, b) => names.compare(a.name, b.name) || (a.id < b.id ? -1 : 1))) {
		if (returned.length > 0 && returned.length % lookedAtTogether === 0) await turnQueue.next();
		returned.push({
			...factsOf(device),
			formerSerials: recorded.serials.get(device.id) ?? [],
			groupNames: groupNames.get(device.id) ?? [],
			channels: await channelsOf(device, channels.get(device.id) ?? []),
			channelsHash: hashes.get(device.id) ?? "",
			lastReceivedAt: latest.get(device.id)?.lastReceivedAt ?? null,
			silences: recorded.silences.get(device.id) ?? [],
			notes: recorded.notes.get(device.id) ?? [],
		});
	}
	if (ids.length > lookedAtTogether) await turnQueue.next();
	const { definition, from, to, now } = run;
	const { reads } = reportTypes[definition.type];
	const units = unitChanges(changes, run, returned);
	const unmatched = ids.length === 0 ? [] : unmatchedChoices(definition, listChannels(db, ids));
	return {
		companyName,
		productName,
		definition,
		from,
		to,
		now,
		devices: returned,
		look: lookOf(publishedBrand(db), letterLines(account, definition.layout.language)),
		groups: groupsWithDevices(db, groups, ids),
		gone: [...gone, ...unmatched, ...retentionSentences(run, returned), ...recorded.sentences, ...units],
		rules: reads?.includes("rules") ? rulesInForce(parts, run, ids) : [],
		limitNotes: limits.notes(),
		...(reads?.includes("setUp") && {
			setUp: await readSetUp(parts, run, { ids, style: layoutStyle(definition.layout) }),
		}),
		...(isDrawn(definition) && { plans: floorPlansOf(db, run, { groups, ids }) }),
		...(reportTypes[definition.type].reads?.includes("rounds") && {
			roundChecks: roundChecksOf(parts, run, { deviceIds: ids, groupIds: groups.map(({ id }) => id) }),
		}),
	};
}

async function latestOf({ readingStore, turnQueue }: ReportParts, ids: string[]): Promise<Map<string, DeviceLatest>> {
	const latest = new Map<string, DeviceLatest>();
	for (let from = 0; from < ids.length; from += lookedAtTogether) {
		if (ids.length > lookedAtTogether) await turnQueue.next();
		for (const [id, one] of await readingStore.latest(ids.slice(from, from + lookedAtTogether))) latest.set(id, one);
	}
	return latest;
}

function isDrawn({ type, format }: ReportDefinition): boolean {
	return format === "pdf" && reportTypes[type].reads?.includes("floorPlans") === true;
}

type PlanScope = { groups: readonly GroupRow[]; ids: string[] };

function floorPlansOf(
	db: ReportParts["db"],
	{ mayName, definition: { study } }: Pick<ReportedRun, "mayName" | "definition">,
	{ groups, ids }: PlanScope,
): ReportFloorPlan[] {
	const named = groups.filter(({ id }) => mayName === "all" || mayName.groupIds.has(id));
	if (study) return planOfStudy(db, study, mayName);
	const plans = listFloorPlans(
		db,
		named.map(({ id }) => id),
	);
	const placed = Map.groupBy(
		listPlaced(
			db,
			plans.map(({ id }) => id),
		),
		({ planId }) => planId,
	);
	const isOfReport = new Set(ids);
	return plans.flatMap(({ id, groupId, name, altText, attachmentId, width, height }) => {
		const devices = (placed.get(id) ?? []).filter(({ deviceId }) => isOfReport.has(deviceId));
		const objectKey = findAttachment(db, attachmentId)?.objectKey;
		if (objectKey === undefined || devices.length === 0) return [];
		const positions = devices.map(({ deviceId, x, y }) => ({ deviceId, x, y }));
		return [{ groupId, name, altText, objectKey, width, height, devices: positions }];
	});
}

/** The picture alone: the study stores where its positions are. */
function planOfStudy(
	db: ReportParts["db"],
	{ planId, groupId }: MappingStudy,
	mayName: ReportedRun["mayName"],
): ReportFloorPlan[] {
	const plan = planId === null ? null : findFloorPlan(db, planId);
	const objectKey = plan && findAttachment(db, plan.attachmentId)?.objectKey;
	if (!plan || !objectKey || (mayName !== "all" && !mayName.groupIds.has(plan.groupId))) return [];
	const { name, altText, width, height } = plan;
	return [{ groupId, name, altText, objectKey, width, height, devices: [] }];
}

function lookOf({ logoLight, accent, primary, reportFooter }: Brand, letter: string[]): ReportHead["look"] {
	return { logoHash: logoLight?.hash ?? null, accent: accent || primary, footer: reportFooter, letter };
}

function groupsWithDevices(db: ReportParts["db"], groups: GroupRow[], ids: string[]): ReportHead["groups"] {
	const groupIds = groupIdsByDevice(db);
	const members = new Map<string, string[]>();
	for (const id of ids) for (const groupId of groupIds.get(id) ?? []) addTo(members, groupId, id);
	return groups
		.map(({ id, name }) => ({ id, name, deviceIds: members.get(id) ?? [] }))
		.filter(({ deviceIds }) => deviceIds.length > 0)
		.sort((a, b) => names.compare(a.name, b.name) || (a.id < b.id ? -1 : 1));
}

function factsOf(device: DeviceRow) {
	const { id, name, serialNumber, timezoneOffset, timeZoneRule, createdAt, archivedAt, deletedFrom } = device;
	return {
		id,
		name,
		serialNumber,
		...pick(device, reportedTexts),
		timezoneOffset,
		timeZoneRule,
		createdAt: createdAt.getTime(),
		archivedAt: archivedAt?.getTime() ?? null,
		goesAt: deletedFrom?.getTime() ?? null,
		uploadIntervalMs: device.uploadIntervalSeconds * secondMs,
		offlineAfterMs: offlineAfterSeconds(device) * secondMs,
	};
}

type Described = { ids: string[]; channels: ChannelRow[]; limits: ReadLimits };

async function reportChannels(parts: ReportParts, run: ReportedRun, { ids, channels: all, limits }: Described) {
	const { db } = parts;
	const channelIds = all.map(({ id }) => id);
	const people = new Map(listUsers(db).map(({ id, name }) => [id, name]));
	const calibrations = Map.groupBy(listCalibrationFacts(db, channelIds), ({ channelId }) => channelId);
	const isLimited = reportTypes[run.definition.type].fields.includes("limits");
	const justified = Map.groupBy(
		isLimited ? listJustifiedSpans(db, { channelIds, from: run.from, to: run.to }) : [],
		({ channelId }) => channelId,
	);
	const certificates =
		isLimited || run.definition.study ? certificatesUntil(db, ids, run.to) : new Map<string, CertificateRow>();
	const formula = channelFormulas(db, listChannels(db, ids));
	const inFormulas = formulasIn(run.definition.layout.language);
	const inWords = ({ computedAs, computedSince }: Computed) =>
		computedAs && { formula: formulaText(computedAs, inFormulas), computedSince };
	const countsOf = await readingCounts(parts, run, ids);
	return async (device: DeviceRow, channels: ChannelRow[]): Promise<ReportChannel[]> => {
		const counts = await countsOf(device.id, channels);
		const limitsOf = limits.of(device);
		const derived = allDerivedChannels(db);
		return channels.map((row, index) => {
			const { deviceId: _, derived: __, ...channel } = row;
			const spans = limitsOf(row);
			const last = spans.at(-1)?.bounds;
			const reason = reasonAgainst(row, derived.get(row.id)?.shape.kind);
			return {
				...channel,
				...inWords(formula(row.id)),
				readings: counts[index] ?? 0,
				min: last?.min ?? null,
				max: last?.max ?? null,
				limitSpans: spans,
				calibrations: (calibrations.get(channel.id) ?? []).map(({ from, createdBy, ...by }) => ({
					from,
					text: calibrationText(by, channel.unit),
					note: people.get(createdBy) ?? "",
				})),
				...certificateOf(certificates.get(row.id)),
				...justifiedOf(justified.get(row.id)),
				...(reason && { withoutDistribution: reason }),
			};
		});
	};
}

/** The newest of each channel that was made before `to`, epoch ms. */
function certificatesUntil(db: ReportParts["db"], ids: string[], to: number): Map<string, CertificateRow> {
	const last = new Date(to - 1).toISOString().slice(0, 10);
	const made = listCertificates(db, ids).filter(({ calibratedOn }) => calibratedOn <= last);
	return new Map(made.toReversed().map((row) => [row.channelId, row]));
}

function certificateOf(row: CertificateRow | undefined): Pick<ReportChannel, "certificate"> {
	if (row === undefined) return {};
	const { calibratedOn, dueOn, laboratory, number, asFound } = row;
	return { certificate: { calibratedOn, dueOn, laboratory, number, asFound } };
}

function justifiedOf(spans: JustifiedSpanRow[] = []): Pick<ReportChannel, "justified"> {
	if (spans.length === 0) return {};
	return { justified: spans.map(({ from, to, reason, author }) => ({ from, to, reason, author })) };
}

type CountsOf = (deviceId: string, channels: ChannelRow[]) => Promise<number[]>;

/** Yields between slices: a month of ten thousand devices takes seconds. */
async function readingCounts(parts: ReportParts, run: ReportedRun, ids: string[]): Promise<CountsOf> {
	const { readingStore, turnQueue } = parts;
	if (reportTypes[run.definition.type].isOfNow === true) return async () => [];
	const days = (run.to - run.from) / dayMs + 1;
	if (ids.length * days > (run.mostCounted ?? Number.POSITIVE_INFINITY)) return storedCounts(parts, run, ids);
	const budget = budgetOf(turnQueue);
	return (deviceId, channels) => {
		const refs: ChannelRef[] = channels.map(({ id }) => ({ channelId: id, deviceId }));
		return readingStore.estimate({ channels: refs, ...spanOf(run, deviceId), budget });
	};
}

/** Assumes that all channels of a device have equally many readings. */
async function storedCounts(
	{ db, readingStore, turnQueue }: ReportParts,
	run: ReportedRun,
	ids: string[],
): Promise<CountsOf> {
	const stored = new Map<string, number>();
	const span = { from: run.from, to: run.to };
	for (let from = 0; from < ids.length; from += storedTogether) {
		await turnQueue.next();
		const slice = ids.slice(from, from + storedTogether);
		const shares = Map.groupBy(listChannels(db, slice), ({ deviceId }) => deviceId);
		for (const [index, count] of readingStore.mostStored(slice, span).entries()) {
			const id = slice[index] ?? "";
			stored.set(id, Math.ceil(count / Math.max(1, shares.get(id)?.length ?? 0)));
		}
	}
	return async (deviceId, channels) => channels.map(() => stored.get(deviceId) ?? 0);
}

async function recordedOf(parts: ReportParts, run: ReportedRun, deviceIds: string[]) {
	const { db } = parts;
	const { definition } = run;
	const { reads } = reportTypes[definition.type];
	const sentences: string[] = [];
	const { byDevice: silences, since } = silencesOf(parts, run, deviceIds);
	if (since !== null) {
		const at = momentText(since, zoneClock(definition.zone), definition.layout);
		const most = countDigits(mostTurns);
		sentences.push(wordsIn(definition.layout.language)("note.lastTurns", { most, since: at }));
	}
	return {
		sentences,
		silences,
		serials: reads?.includes("formerSerials")
			? await formerSerials(parts)
			: new Map<string, ReportDevice["formerSerials"]>(),
		notes: reads?.includes("notes") ? notesOf(db, run, deviceIds) : new Map<string, ReportDevice["notes"]>(),
	};
}

/** With notes on spans that began before, and notes on groups that the report may name. */
function notesOf(
	db: ReportParts["db"],
	{ from, to, mayName, definition }: ReportedRun,
	deviceIds: string[],
): Map<string, ReportNote[]> {
	const visibleGroupIds = mayName === "all" ? ("all" as const) : [...mayName.groupIds];
	const request = { from, to, deviceIds, visibleGroupIds, limit: mostNotes };
	const begunBefore = listNoteSpans(db, request).filter(({ at }) => at < from);
	const within = listLogEvents(db, { ...request, kinds: ["note"], order: "oldest-first", after: null });
	const wanted = new Set(deviceIds);
	const byDevice = new Map<string, ReportNote[]>();
	for (const { deviceId, groupId, at, author, text, ...event } of [...begunBefore, ...within]) {
		const { endsAt, noteKind, groupName, correctedBy } = event;
		const note = {
			at,
			author,
			text,
			...(endsAt !== undefined && { endsAt }),
			...(noteKind !== undefined && { noteKind }),
			...(groupName !== undefined && { groupName }),
			...(correctedBy !== undefined && { correctedBy }),
			...(definition.format === "pdf" && correctedBy === undefined && pictureOf(db, event.attachmentId)),
		};
		const members = groupId === undefined ? [] : listDeviceIds(db, [groupId]);
		for (const id of deviceId === null ? members : [deviceId]) if (wanted.has(id)) addTo(byDevice, id, note);
	}
	return byDevice;
}

function pictureOf(db: ReportParts["db"], attachmentId: string | undefined): Pick<ReportNote, "picture"> {
	const file = attachmentId === undefined ? null : findAttachment(db, attachmentId);
	if (!file?.mediaType.startsWith("image/")) return {};
	return { picture: { objectKey: file.objectKey, name: file.name } };
}

async function formerSerials(parts: ReportParts): Promise<Map<string, ReportDevice["formerSerials"]>> {
	const found = new Map<string, ReportDevice["formerSerials"]>();
	for (const { at, entities } of await recordedChanges(parts, "device.replaceLogger")) {
		for (const { kind, id, fields } of entities) {
			const serial = kind === "device" ? fields.find(({ field }) => field === "serialNumber")?.before : null;
			if (typeof serial !== "string" || serial === "") continue;
			addTo(found, id, { serialNumber: serial, until: at.getTime() });
		}
	}
	return found;
}

function retentionSentences(
	{ from, to, keptFrom, definition: { zone, layout } }: ReportedRun,
	devices: ReportDevice[],
): string[] {
	const cut = devices.filter(({ id }) => (keptFrom?.[id] ?? from) > from);
	if (cut.length === 0) return [];
	const until = Math.min(to, largestOf(cut.map(({ id }) => keptFrom?.[id] ?? from)));
	const values = { until: momentText(until, zoneClock(zone), layout) };
	const say = wordsIn(layout.language);
	if (cut.length === 1) return [say("note.deviceNoLongerKept", { device: cut[0]?.name ?? "", ...values })];
	return [say("note.noLongerKept", { count: cut.length, ...values })];
}
