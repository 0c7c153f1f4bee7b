import { appendAll } from "../../../shared/base/lists";
import type { ReportDefinition } from "../../../shared/report/report";
import { hasVerdict } from "../../../shared/report/report-types";
import { wordsIn } from "../../../shared/words/made/report-file-in";
import { type ShownChannel, shownChannel } from "../figures/report-channel";
import { isUndrawn } from "../formats/pdf/script-fonts";
import { type Clock, deviceClock, zoneClock } from "../source/report-clock";
import type { ReportChannel, ReportDevice, ReportHead, ReportReadings, ReportSource } from "../source/report-source";
import { reportMakers } from "../types/registry";
import { ChannelsChangedError } from "./report-denial";
import type { ReportDocument } from "./report-document";
import { clockText, factsOf, notesOf, periodText, stoppedText } from "./report-facts";
import { assertMakeable, hasPeriod } from "./report-size";
import type { ReportCounts, ReportWork, SaturatedChannel } from "./report-work";
import { SaturatedCount, withSaturated } from "./saturated-values";
import { VerdictRecord } from "./verdict";

type MakeOptions = {
	/** Only this group's devices; null: the whole report. */
	groupId: string | null;
	onDevice(done: number, total: number): void;
	onStudy?: ReportWork["onStudy"] | undefined;
};

export type MadeDocument = {
	document: ReportDocument;
	/** Complete once all sections are read. */
	counts(): ReportCounts;
};

/** Throws ReportDenial for content that no file can hold, now or while sections are read. */
export async function makeDocument(source: ReportSource, options: MakeOptions): Promise<MadeDocument> {
	const head = drawnNames(await source.head());
	const group = options.groupId === null ? null : (head.groups.find(({ id }) => id === options.groupId) ?? null);
	const isOfReport = ({ id }: ReportDevice) => options.groupId === null || group?.deviceIds.includes(id) === true;
	const devices = stoppedFirst(head, head.devices.filter(isOfReport));
	const title = group === null ? head.definition.name : `${head.definition.name}: ${group.name}`;
	const work = reportWork({ source, head, devices, options, title });
	const { verdict } = work;
	assertMakeable(work);
	return {
		document: {
			title,
			facts: factsOf({ head, devices, groupName: group?.name ?? null }),
			notes: [...work.counts.notes],
			clockText: clockText(head, devices),
			sections: withSaturated(work, reportMakers[head.definition.type].sections(work)),
			...(verdict && { verdict: () => verdict.verdict() }),
		},
		counts: () => work.counts,
	};
}

/** A PDF names a device by its serial number or id if its script cannot be drawn. One note states this. */
function drawnNames(head: ReportHead): ReportHead {
	const { definition, devices, limitNotes = [] } = head;
	if (definition.format !== "pdf" || !devices.some(({ name }) => isUndrawn(name))) return head;
	const drawn = (device: ReportDevice) =>
		isUndrawn(device.name) ? { ...device, name: device.serialNumber ?? device.id } : device;
	const note = wordsIn(definition.layout.language)("note.undrawnNames");
	return { ...head, devices: devices.map(drawn), limitNotes: [...limitNotes, note] };
}

/** Puts stopped devices first, so that no one overlooks them. */
export function stoppedFirst(head: ReportHead, devices: ReportDevice[]): ReportDevice[] {
	if (!hasPeriod(head.definition)) return devices;
	const stopped = new Set(devices.filter((device) => stoppedText(head, device) !== null));
	return [...devices.filter((device) => stopped.has(device)), ...devices.filter((device) => !stopped.has(device))];
}

type WorkRequest = {
	source: ReportSource;
	head: ReportHead;
	devices: ReportDevice[];
	options: MakeOptions;
	title?: string;
};

export function reportWork({ source, head, devices, options, title = "" }: WorkRequest): ReportWork {
	const { definition, from, to, now } = head;
	const until = Math.min(to, now);
	const clockOf = clocks(definition);
	const counts: ReportCounts = {
		readings: 0,
		excursions: null,
		devicesWithData: 0,
		notes: notesOf(head, devices),
	};
	const saturated: SaturatedChannel[] = [];
	const done = new Set<string>();
	return {
		definition,
		from,
		to,
		devices,
		counts,
		verdict: hasVerdict(definition)
			? new VerdictRecord({
					title,
					periodText: periodText({ definition, from, to }),
					definition,
					from,
					to,
					until,
					clockOf,
				})
			: null,
		rules: head.rules,
		setUp: head.setUp,
		plans: (head.plans ?? []).filter(({ groupId }) => options.groupId === null || groupId === options.groupId),
		roundChecks: head.roundChecks ?? { entries: [], missed: [], isCut: false },
		until,
		groups: head.groups.filter(({ id }) => options.groupId === null || id === options.groupId),
		isWhole: definition.scope === "all" && options.groupId === null,
		isPaged: definition.format === "pdf",
		clockOf,
		shown: shownOnce(definition),
		saturated,
		pages: (device) => countedPages(source, device, { counts, saturated }),
		events: (request) => source.events(request),
		isDone: ({ id }) => {
			done.add(id);
			options.onDevice(done.size, devices.length);
		},
		note: (sentence) => void counts.notes.push(sentence),
		onStudy: options.onStudy ?? (() => undefined),
		countExcursions: (count) => {
			counts.excursions = (counts.excursions ?? 0) + count;
		},
	};
}

function clocks({ zone, layout }: ReportDefinition): (device: ReportDevice | null) => Clock {
	const ofZone = zoneClock(zone);
	const known = new WeakMap<ReportDevice, Clock>();
	return (device) => {
		if (device === null || layout.clock === "zone") return ofZone;
		const clock = known.get(device) ?? deviceClock(device);
		known.set(device, clock);
		return clock;
	};
}

function shownOnce({ layout }: ReportDefinition): (channel: ReportChannel) => ShownChannel {
	const known = new WeakMap<ReportChannel, ShownChannel>();
	return (channel) => {
		const shown = known.get(channel) ?? shownChannel(channel, layout);
		known.set(channel, shown);
		return shown;
	};
}

async function* countedPages(
	source: ReportSource,
	device: ReportDevice,
	{ counts, saturated }: Pick<ReportWork, "counts" | "saturated">,
): AsyncGenerator<ReportReadings, void> {
	const deviceId = device.id;
	const marked = new SaturatedCount(device);
	let cursor: string | null = null;
	let readings = 0;
	do {
		const page: ReportReadings = await source.readings({ deviceId, cursor });
		readings += page.at.length;
		counts.readings += page.at.length;
		if (page.channelsHash !== device.channelsHash) throw new ChannelsChangedError();
		marked.add(page);
		yield page;
		cursor = page.nextCursor;
	} while (cursor !== null);
	if (readings > 0) counts.devicesWithData += 1;
	appendAll(saturated, marked.found());
}
