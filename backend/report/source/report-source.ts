import type { AlertSeverity } from "../../../shared/alert/conditions/terms";
import type { ReportedText } from "../../../shared/base/plain-fields";
import type { Certificate } from "../../../shared/device/certificate";
import type { DerivedDefinition } from "../../../shared/device/derived/definition";
import type { Quantity } from "../../../shared/formats/units";
import type { NoDistribution } from "../../../shared/log/distribution";
import type { Holding } from "../../../shared/log/holding";
import { type LimitSpan, limitsAlways } from "../../../shared/log/limit-spans";
import type { LogEvent } from "../../../shared/log/log";
import type { ReadingMark } from "../../../shared/log/reading-marks";
import type { ReadingSummary } from "../../../shared/log/reading-summary";
import type { JustifiedSpan } from "../../../shared/report/justified-span";
import type { ReportDefinition } from "../../../shared/report/report";
import type { RoundEntry } from "../../../shared/round/round";
import type { DeviceClock } from "../../../shared/time/time-zones";
import type { ReportLook } from "../formats/render-options";
import type { ChannelLimits } from "./limit-history";
import type { SetUp } from "./read-set-up";

/** Each part uses the run's definition, scope and retention, whatever changes meanwhile. */
export type ReportSource = {
	head(): Promise<ReportHead>;
	/** A page of at most 20,000 readings of one device's chosen channels, oldest first. */
	readings(request: { deviceId: string; cursor: string | null }): Promise<ReportReadings>;
	/**
	 * Summaries from roll-ups, equal to summaries of readings, in the order of the device's channels.
	 * `bounds`, in that order: limits of the whole period. Absent: the report's, else the channels' own.
	 */
	summaries(request: { deviceId: string; limits?: LimitSpan[][] }): Promise<ReadingSummary[]>;
	/** Alert events of the scope that touch the period, by start. */
	events(request: { cursor: string | null }): Promise<{ events: ReportEvent[]; nextCursor: string | null }>;
};

/** A rule version in the period. `since`, `until`: epoch ms; null: the period's start, its end. */
export type RuleInForce = {
	name: string;
	sentence: string;
	severity: AlertSeverity;
	since: number | null;
	until: number | null;
	/** Changed in the period, before versions were stored; null: unchanged. */
	changedAt: number | null;
};

export type ReportHead = {
	companyName: string;
	productName: string;
	/** Absent from an object of the release before. */
	look?: Omit<ReportLook, "logo"> & { logoHash: string | null };
	definition: ReportDefinition;
	/** Half-open, epoch ms. */
	from: number;
	to: number;
	now: number;
	devices: ReportDevice[];
	groups: { id: string; name: string; deviceIds: string[] }[];
	/** Sentences about deleted devices, missing groups, and readings that retention deleted. */
	gone: string[];
	/** An entry per version of a rule, in reports about limits. */
	rules: RuleInForce[];
	roundChecks?: RoundChecks;
	/** Sentences about limits that changed or are not known. Absent from an object of the release before. */
	limitNotes?: string[];
	/** Only for the qualification of the set-up. */
	setUp?: SetUp;
	/** Floor plans of the report's groups. Absent: none, or an object of the release before. */
	plans?: ReportFloorPlan[];
};

/** A floor plan with the report's devices on it. Positions are 65,535ths of the picture's sides. */
export type ReportFloorPlan = {
	groupId: string;
	name: string;
	altText: string;
	objectKey: string;
	width: number;
	height: number;
	devices: { deviceId: string; x: number; y: number }[];
};

/** `isCut`: the period has more checks than a report holds. */
export type RoundChecks = {
	entries: RoundCheckFacts[];
	missed: { name: string; dueAt: number }[];
	isCut: boolean;
};

/** A check of a round. Times are epoch ms. */
export type RoundCheckFacts = Pick<
	RoundEntry,
	"placeName" | "at" | "receivedAt" | "dueAt" | "by" | "results" | "reason"
> & {
	roundName: string;
};

type ReportedDevice = DeviceClock & Record<ReportedText, string>;

export type ReportDevice = ReportedDevice & {
	id: string;
	name: string;
	serialNumber: string | null;
	/** Former serial numbers until their replacement, oldest first. */
	formerSerials: { serialNumber: string; until: number }[];
	groupNames: string[];
	channels: ReportChannel[];
	/** Equal while the channels and how they are computed stay as they are. Absent from an object of the release before. */
	channelsHash?: string;
	uploadIntervalMs: number | null;
	createdAt: number;
	/** Epoch ms; null: in use. */
	archivedAt: number | null;
	/** When a deleted device's data goes for good; epoch ms. */
	goesAt: number | null;
	/** Epoch ms; null: never. */
	lastReceivedAt: number | null;
	offlineAfterMs: number | null;
	/** Within the period; `to` null: still silent. */
	silences: { from: number; to: number | null }[];
	/** People's log entries in the period, for reports about limits. */
	notes: ReportNote[];
};

/** `groupName`: the note is on a group of the device. */
export type ReportNote = { at: number; author: string | null; text: string } & Pick<
	LogEvent,
	"endsAt" | "noteKind" | "groupName" | "correctedBy"
> & {
		picture?: { objectKey: string; name: string };
	};

export type ReportChannel = {
	id: string;
	name: string;
	quantity: Quantity;
	unit: string;
	decimals: number;
	derived?: DerivedDefinition;
	/** Readings in the period, without reading them: an upper bound or an estimate. */
	readings: number;
	/** Limits at the end of the period. */
	min: number | null;
	max: number | null;
	/** Ascending, the first from −∞. Absent from an object of the release before: `min` and `max` apply throughout. */
	limitSpans?: ChannelLimits[];
	calibrations: { from: number; note: string; text: string }[];
	/** Justified spans that overlap the period, ascending. Absent: none. */
	justified?: Pick<JustifiedSpan, "from" | "to" | "reason" | "author">[];
	/** The newest certificate until the period's end. Absent: none, or an object of the release before. */
	certificate?: Pick<Certificate, "calibratedOn" | "dueOn" | "laboratory" | "number" | "asFound">;
	withoutDistribution?: NoDistribution;
	formula?: string;
};

/** Columns of equal length; `channel` indexes the device's channels. `sent`: before calibration, if one applies. */
export type ReportReadings = {
	at: number[];
	receivedAt: number[];
	channel: number[];
	value: number[];
	sent: (number | null)[] | null;
	channelsHash?: string;
	mark?: (ReadingMark | null)[];
	/** One for each channel, on the first page. Absent there from an object of the release before. */
	holdings?: Holding[];
	nextCursor: string | null;
};

/** Uses the rule's text of that time. Times are epoch ms. */
export type ReportEvent = {
	id: string;
	deviceId: string | null;
	deviceName: string;
	channelName: string | null;
	ruleName: string;
	sentence: string;
	severity: AlertSeverity;
	startedAt: number;
	endedAt: number | null;
	peak: number;
	peakAt: number;
	unit: string;
	peakText: string;
	acknowledgedAt: number | null;
	acknowledgedBy: string | null;
	notes: { at: number; kind: string; author: string | null; text: string }[];
};

export function limitSpansOf({ min, max, limitSpans }: Pick<ReportChannel, "min" | "max" | "limitSpans">): LimitSpan[] {
	return limitSpans ?? limitsAlways({ min, max });
}
