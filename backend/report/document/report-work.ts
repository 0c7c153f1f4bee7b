import type { ReportDefinition, ReportType } from "../../../shared/report/report";
import type { ShownChannel } from "../figures/report-channel";
import type { Clock } from "../source/report-clock";
import type { ReportChannel, ReportDevice, ReportHead, ReportReadings, ReportSource } from "../source/report-source";
import type { ReportPart, ReportSection } from "./report-document";

/** What a report says once its sections are read. */
export type ReportCounts = {
	readings: number;
	excursions: number;
	/** Of which it says something: readings, alerts, or that they are there. */
	devicesWithData: number;
	notes: string[];
};

/** One report while it is made: what its type goes by. */
export type ReportWork = {
	definition: ReportDefinition;
	/** Half-open, epoch ms. */
	from: number;
	to: number;
	/** The end of the period, or when it was requested. */
	until: number;
	/** Those that stopped reporting first, then by name. */
	devices: ReportDevice[];
	groups: ReportHead["groups"];
	rules: ReportHead["rules"];
	/** Every device of the account, so what is of none of them is reported too. */
	isWhole: boolean;
	/** Charts are rendered, and each device begins a part of its own. */
	isPaged: boolean;
	clockOf(device: ReportDevice | null): Clock;
	shown(channel: ReportChannel): ShownChannel;
	/** Counted; each device is read once. */
	pages(device: ReportDevice): AsyncIterable<ReportReadings>;
	events: ReportSource["events"];
	counts: ReportCounts;
	/** Call once for each device, in order. */
	isDone(device: ReportDevice): void;
	note(sentence: string): void;
};

/** A type of report: one file in `types/`, and its name in the registry. */
export type ReportMaker = {
	/** Why it would be of no use; null: it can be made. */
	denial?(work: Pick<ReportWork, "definition" | "devices" | "groups" | "isPaged">): string | null;
	sections(work: ReportWork): AsyncIterable<ReportSection>;
};

export type ReportMakers = Record<ReportType, ReportMaker>;

export function section(title: string, parts: ReportPart[], startsPage = false): ReportSection {
	return { title, startsPage, parts };
}
