import { minuteMs } from "../../../shared/base/durations";
import { errorKey } from "../../../shared/base/error-key";
import { largestOf } from "../../../shared/base/lists";
import { said } from "../../../shared/log/said";
import type { ReportDefinition } from "../../../shared/report/report";
import { hasDistribution, hasVerdict, isOfRows, isSummed, reportTypes } from "../../../shared/report/report-types";
import { formatCaps } from "../formats/format-caps";
import { limitSpansOf, type ReportDevice } from "../source/report-source";
import { reportMakers } from "../types/registry";
import { isJudged } from "./limit-texts";
import { mostCharts } from "./report-chart";
import { type Denial, ReportDenial } from "./report-denial";
import type { ReportWork } from "./report-work";
import { isSilent } from "./silent-devices";

export type ReportSize = { devices: number; channels: number; readings: number };

export function sizeOf(devices: readonly ReportDevice[]): ReportSize {
	const channels = devices.flatMap((device) => device.channels);
	return {
		devices: devices.length,
		channels: channels.length,
		readings: channels.reduce((sum, { readings }) => sum + readings, 0),
	};
}

type Sized = Pick<ReportWork, "definition" | "devices" | "groups" | "isPaged" | "from" | "to">;

/** Returns why a report would fail; null: it can be made. */
export function denialOf(work: Sized): Denial | null {
	const { definition, devices } = work;
	if (devices.length > 0) {
		const denial = reportMakers[definition.type].denial?.(work) ?? null;
		if (denial !== null) return denial;
	}
	const pages = pagesOf(work);
	if (pages !== null && pages > formatCaps.pages) {
		const counts = { pages, most: formatCaps.pages };
		return { text: errorKey("report.pages", counts), statement: said("run.pagesAhead", counts) };
	}
	if (!isOfRows(definition)) return null;
	const most = formatCaps.rows[definition.format];
	const rows = devices.reduce((sum, device) => sum + rowsOf(work, device), 0);
	if (rows <= most) return null;
	const counts = { rows, most };
	return { text: errorKey("report.rows", counts), statement: said("run.rowsAhead", counts) };
}

function rowsOf({ definition: { aggregation, layout }, from, to }: Sized, { channels }: ReportDevice): number {
	const { minutes } = aggregation;
	const steps = minutes === null ? Number.POSITIVE_INFINITY : Math.ceil((to - from) / (minutes * minuteMs)) + 1;
	const counts = channels.map(({ readings }) => Math.min(readings, steps));
	return layout.form === "long" ? counts.reduce((sum, count) => sum + count, 0) : Math.max(0, largestOf(counts));
}

const rowsOnFirst = 16;
const rowsOnOthers = 26;

/** The tables of a summary with a row for each channel, and the rows that all its heads take. */
const summaryTables = 2;
const summaryHeads = 11;
const chartsOfDistribution = 2;

export function pagesOf(work: Sized): number | null {
	const { definition, devices, isPaged } = work;
	const shape = reportMakers[definition.type].pages;
	if (!isPaged || !shape) return null;
	const { turn, sharesPages, listsLimits } = shape;
	const { rowsPerPage, chartsPerPage } = formatCaps;
	const hasFigures = shape.hasFigures || isSummed(definition);
	const hasRows = isOfRows(definition);
	const inPages = (rows: number, as: keyof typeof rowsPerPage = "portrait") => rows / rowsPerPage[as];
	const shown = devices.filter((device) => !isSilent(work, device));
	const own = shown.reduce((sum, device) => {
		const charts = device.channels.filter(
			(channel) => channel.readings > 0 && (hasFigures || hasRows || isJudged(channel)),
		);
		const rows = hasRows ? rowsOf(work, device) : charts.length;
		const shownCharts =
			Math.min(charts.length, mostCharts) * (hasDistribution(definition) ? chartsOfDistribution + 1 : 1);
		const ofCharts = (turn === "landscape" ? Math.ceil(shownCharts / 2) : shownCharts) / chartsPerPage[turn];
		const ofFigures = hasFigures ? inPages(summaryHeads + rows * summaryTables, turn) : inPages(rows, turn);
		return sum + (sharesPages ? ofCharts + ofFigures : Math.ceil(ofCharts + ofFigures));
	}, 0);
	const spans = listsLimits ? devices.flatMap(({ channels }) => channels.flatMap(limitSpansOf)).length : 0;
	return 1 + Math.ceil(own) + Math.ceil(inPages(devices.length - shown.length)) + Math.floor(inPages(spans));
}

/** Estimates the verdict pages before a PDF's own pages. Only its own pages are limited. */
export function verdictPagesOf(work: Sized): number {
	if (!hasVerdict(work.definition)) return 0;
	const shown = work.devices.filter((device) => !isSilent(work, device));
	const judged = shown.reduce((sum, { channels }) => sum + Math.max(1, channels.filter(isJudged).length), 0);
	const rows = Math.min(
		judged + Math.min(work.devices.length - shown.length, formatCaps.verdictRows.silent),
		formatCaps.verdictRows.all,
	);
	return 1 + Math.ceil(Math.max(0, rows - rowsOnFirst) / rowsOnOthers);
}

export function assertMakeable(work: Sized): void {
	const denial = denialOf(work);
	if (denial !== null) throw new ReportDenial(denial.statement);
}

/** False for the criteria of a mapping study that has not started. */
export function hasPeriod({ type, study }: Pick<ReportDefinition, "type" | "study">): boolean {
	return reportTypes[type].isOfNow !== true && study?.startedAt !== null;
}
