import { shownPercents } from "../../../shared/log/distribution";
import { durationCurve, type HeldValues, histogramOf, percentileOf } from "../../../shared/log/held-values";
import { hasDistribution } from "../../../shared/report/report-types";
import type { ReportFileTranslate } from "../../../shared/words/made/report-file";
import { wordsIn } from "../../../shared/words/made/report-file-in";
import { mostCharts, shareChart } from "../document/report-chart";
import type { ReportPart } from "../document/report-document";
import { batches, columnsOf, length, type TableColumn, table } from "../document/report-table";
import type { ReportWork } from "../document/report-work";
import type { ChannelFigures } from "../figures/channel-figures";
import { limitSpansOf, type ReportDevice } from "../source/report-source";

type Row = Pick<ChannelFigures, "channel" | "shown" | "cell" | "held"> & { device: ReportDevice };

const percent = 100;

export function percentileColumns({ definition }: ReportWork): TableColumn<Row>[] {
	const { number } = columnsOf<Row>();
	const say = wordsIn(definition.layout.language);
	if (!hasDistribution(definition)) return [];
	return shownPercents.map((one) =>
		number(say(`column.percentile.${one}`), ({ held, shown, cell }) => {
			const value = held && percentileOf(held, one);
			return cell(value === null ? null : shown.reading(value));
		}),
	);
}

export function distributionParts(work: ReportWork, rows: Row[]): ReportPart[] {
	if (!hasDistribution(work.definition)) return [];
	const say = wordsIn(work.definition.layout.language);
	const known = rows.flatMap((row): KnownRow[] => {
		const histogram = row.held && histogramOf(row.held);
		return row.held && histogram ? [{ ...row, held: row.held, histogram }] : [];
	});
	return work.isPaged ? known.slice(0, mostCharts).flatMap((row) => charts(say, row)) : numberTables(say, known);
}

type KnownRow = Row & { held: HeldValues; histogram: NonNullable<ReturnType<typeof histogramOf>> };

function charts(
	say: ReportFileTranslate,
	{ channel, shown, held, histogram: { low, width, ms } }: KnownRow,
): ReportPart[] {
	const { unit } = shown;
	const limits = limitSpansOf(channel).length > 1 ? { min: null, max: null } : shown.limits;
	const shares = ms.map((own) => (own / held.totalMs) * percent);
	const bars = shares.flatMap((share, index) =>
		share === 0
			? []
			: [{ low: shown.converted(low + index * width), high: shown.converted(low + (index + 1) * width), share }],
	);
	const curve = durationCurve(held);
	const value = Float64Array.from(curve.value, shown.reading);
	const at = Float64Array.from(curve.share, (share) => share * percent);
	return [
		shareChart({ title: say("chart.shareAt", { channel: channel.name }), unit, limits, bars }),
		shareChart({ title: say("chart.shareAtOrAbove", { channel: channel.name }), unit, limits, curve: { at, value } }),
	];
}

type BinRow = { row: KnownRow; from: number; to: number; ms: number };
type PointRow = { row: KnownRow; value: number; share: number };

function numberTables(say: ReportFileTranslate, rows: KnownRow[]): ReportPart[] {
	const bin = columnsOf<BinRow>();
	const point = columnsOf<PointRow>();
	const emptyText = say("none.distribution");
	const bins = rows.flatMap((row) => {
		const { low, width, ms } = row.histogram;
		return ms.map((own, index): BinRow => ({ row, from: low + index * width, to: low + (index + 1) * width, ms: own }));
	});
	const points = rows.flatMap((row) => {
		const { value, share } = durationCurve(row.held);
		return value.map((one, index): PointRow => ({ row, value: one, share: share[index] ?? 0 }));
	});
	const place = <Own extends { row: KnownRow }>({ text }: ReturnType<typeof columnsOf<Own>>) => [
		text(say("column.device"), ({ row }) => row.device.name, { width: 4 }),
		text(say("column.serialNumber"), ({ row }) => row.device.serialNumber),
		text(say("column.channel"), ({ row }) => row.channel.name),
		text(say("column.unit"), ({ row }) => row.shown.unit, { width: 1 }),
	];
	return [
		table({
			name: say("table.histogram"),
			columns: [
				...place(bin),
				bin.number(say("column.lowerEdge"), ({ row, from }) => row.shown.rounded(row.shown.converted(from))),
				bin.number(say("column.upperEdge"), ({ row, to }) => row.shown.rounded(row.shown.converted(to))),
				bin.duration(say("column.timeSpent"), ({ ms }) => length(ms)),
				bin.number(say("column.percentOfKnownTime"), ({ row, ms }) => (ms / row.held.totalMs) * percent, { digits: 3 }),
			],
			rows: batches(bins),
			emptyText,
		}),
		table({
			name: say("table.durationCurve"),
			columns: [
				...place(point),
				point.number(say("column.value"), ({ row, value }) => row.shown.reading(value)),
				point.number(say("column.percentOfKnownTimeAtOrAbove"), ({ share }) => share * percent, { digits: 3 }),
			],
			rows: batches(points),
			emptyText,
		}),
	];
}
