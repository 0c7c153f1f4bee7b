import type { AlertSeverity } from "../../../shared/alert/conditions/terms";
import type { Quantity } from "../../../shared/formats/units";
import type { ReadingSummary } from "../../../shared/log/reading-summary";
import type { ReportDefinition } from "../../../shared/report/report";
import type { DeviceClock } from "../../../shared/time/time-zones";
import type { ReportLook } from "../formats/render-options";

/**
 * What a report is made from, as an account's object answers it in small parts: a run asks from the backend Worker, a
 * preview within the object. Each part answers by the run's definition, scope and retention, whatever changes meanwhile.
 */
export type ReportSource = {
	head(): Promise<ReportHead>;
	/** A page of at most 20,000 readings of one device and its chosen channels, oldest first. */
	readings(request: { deviceId: string; cursor: string | null }): Promise<ReportReadings>;
	/** By the store's own roll-ups: exact, by property the same as from readings. In the order of the device's channels. */
	summaries(request: { deviceId: string }): Promise<ReadingSummary[]>;
	/** Alert events of the scope that touch the period, by when they began. */
	events(request: { cursor: string | null }): Promise<{ events: ReportEvent[]; nextCursor: string | null }>;
};

/** A rule as it stood, `since` and `until` within the period, epoch ms; null: from its beginning, to its end. */
export type RuleInForce = {
	name: string;
	sentence: string;
	severity: AlertSeverity;
	since: number | null;
	until: number | null;
	/** It has changed within the period, before its versions were kept; null: it is as it was. */
	changedAt: number | null;
};

export type ReportHead = {
	companyName: string;
	productName: string;
	/** An object of the release before has none. */
	look?: Omit<ReportLook, "logo"> & { logoHash: string | null };
	definition: ReportDefinition;
	/** Half-open, epoch ms. */
	from: number;
	to: number;
	/** When the run was requested, epoch ms. */
	now: number;
	devices: ReportDevice[];
	groups: { id: string; name: string; deviceIds: string[] }[];
	/** Sentences about what the scope no longer holds: deleted devices, groups that are gone, what retention took. */
	gone: string[];
	/** Where it is about limits: the rules that watched its devices, each as often as it was another. */
	rules: RuleInForce[];
};

export type ReportDevice = DeviceClock & {
	id: string;
	name: string;
	serialNumber: string | null;
	/** Serials before the present one, with when each was replaced, oldest first. */
	formerSerials: { serialNumber: string; until: number }[];
	model: string;
	site: string;
	/** In the period's groups, by name. */
	groupNames: string[];
	channels: ReportChannel[];
	uploadIntervalMs: number | null;
	createdAt: number;
	/** Epoch ms; null: in use. */
	archivedAt: number | null;
	/** When it goes for ever, as a user deleted it; epoch ms. */
	goesAt: number | null;
	/** Epoch ms; null: never. */
	lastReceivedAt: number | null;
	offlineAfterMs: number | null;
	/** Spans in which it was silent, within the period; `to` null: still. */
	silences: { from: number; to: number | null }[];
	/** What people wrote into its log within the period, where the report is about limits. */
	notes: { at: number; author: string | null; text: string }[];
};

export type ReportChannel = {
	id: string;
	name: string;
	quantity: Quantity;
	unit: string;
	decimals: number;
	/** In the period, without reading them: an upper bound, or roughly its share of what the device has stored. */
	readings: number;
	/** The report's limit for it, else its own range. */
	min: number | null;
	max: number | null;
	calibrations: { from: number; note: string; text: string }[];
};

/** Equally long columns; `channel` indexes the device's channels. `sent`: before calibration, only where one applies. */
export type ReportReadings = {
	at: number[];
	receivedAt: number[];
	channel: number[];
	value: number[];
	sent: number[] | null;
	nextCursor: string | null;
};

/** As it was: the rule's words are of that time. Times are epoch ms. */
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
	/** With its unit, as the report's layout has temperatures. */
	peakText: string;
	acknowledgedAt: number | null;
	acknowledgedBy: string | null;
	/** In order of time: comments, acknowledgements with their comments, who was notified. */
	notes: { at: number; kind: string; author: string | null; text: string }[];
};
