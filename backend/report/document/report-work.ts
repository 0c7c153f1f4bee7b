import type { ReportDefinition, ReportType } from "../../../shared/report/report";
import type { StudyFigures } from "../../../shared/report/study-view";
import type { ReportFileTranslate } from "../../../shared/words/made/report-file";
import type { ShownChannel } from "../figures/report-channel";
import type { Clock } from "../source/report-clock";
import type {
	ReportChannel,
	ReportDevice,
	ReportFloorPlan,
	ReportHead,
	ReportReadings,
	ReportSource,
	RoundChecks,
} from "../source/report-source";
import type { Denial } from "./report-denial";
import type { ReportPart, ReportSection } from "./report-document";
import { signingRoles } from "./report-texts";
import type { VerdictRecord } from "./verdict";

export type ReportCounts = {
	readings: number;
	/** Null: nothing was judged. */
	excursions: number | null;
	/** Devices with readings or alerts, or all in reports about the devices themselves. */
	devicesWithData: number;
	notes: string[];
};

export type SaturatedChannel = { device: string; channel: string; count: number; total: number };

export type ReportWork = {
	definition: ReportDefinition;
	/** Half-open, epoch ms. */
	from: number;
	to: number;
	/** The end of the period, or the request's time if earlier. */
	until: number;
	/** Stopped ones first, then by name. */
	devices: ReportDevice[];
	groups: ReportHead["groups"];
	rules: ReportHead["rules"];
	setUp: ReportHead["setUp"];
	plans: ReportFloorPlan[];
	roundChecks: RoundChecks;
	/** True with all devices: includes account events. */
	isWhole: boolean;
	/** True for PDF: draws charts and splits by device. */
	isPaged: boolean;
	clockOf(device: ReportDevice | null): Clock;
	shown(channel: ReportChannel): ShownChannel;
	saturated: SaturatedChannel[];
	/** Counted; call once per device. */
	pages(device: ReportDevice): AsyncIterable<ReportReadings>;
	events: ReportSource["events"];
	counts: ReportCounts;
	verdict: VerdictRecord | null;
	/** Call once per device, in order. */
	isDone(device: ReportDevice): void;
	note(sentence: string): void;
	onStudy(figures: StudyFigures): void;
	/** Call for what was judged, also with 0. */
	countExcursions(count: number): void;
};

export type PageShape = { turn: "portrait" | "landscape"; hasFigures?: true; sharesPages?: true; listsLimits?: true };

export type ReportMaker = {
	/** How its pages are estimated before they are made. Null: they are few. */
	pages: PageShape | null;
	/** Why it would be useless; null: it can be made. */
	denial?(work: Pick<ReportWork, "definition" | "devices" | "groups" | "isPaged">): Denial | null;
	sections(work: ReportWork): AsyncIterable<ReportSection>;
};

export type ReportMakers = Record<ReportType, ReportMaker>;

export function section(title: string, parts: ReportPart[], startsPage = false): ReportSection {
	return { title, startsPage, parts };
}

export function signatureSection(say: ReportFileTranslate): ReportSection {
	return section(say("table.signatures"), [
		{ kind: "signatures", roles: signingRoles.map((role) => say(`role.${role}`)) },
	]);
}
