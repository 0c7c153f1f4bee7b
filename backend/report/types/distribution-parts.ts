import { shownPercents } from "../../../shared/log/distribution";
import { durationCurve, type HeldValues, histogramOf, percentileOf } from "../../../shared/log/held-values";
import { hasDistribution } from "../../../shared/report/report-types";
import { mostCharts, shareChart } from "../document/report-chart";
import type { ReportPart } from "../document/report-document";
import { batches, columnsOf, length, type TableColumn, table } from "../document/report-table";
import type { ReportWork } from "../document/report-work";
import type { ChannelFigures } from "../figures/channel-figures";
import { limitSpansOf, type ReportDevice } from "../source/report-source";

type Row = Pick<ChannelFigures, "channel" | "shown" | "cell" | "held"> & { device: ReportDevice };

const percentTitles: Record<(typeof shownPercents)[number], string> = {
	5: "5th percentile",
	50: "Median over time",
	95: "95th percentile",
};
const percent = 100;

export function percentileColumns({ definition }: ReportWork): TableColumn<Row>[] {
	const { number } = columnsOf<Row>();
	if (!hasDistribution(definition)) return [];
	return shownPercents.map((one) =>
		number(percentTitles[one], ({ held, shown, cell }) => {
			const value = held && percentileOf(held, one);
			return cell(value === null ? null : shown.reading(value));
		}),
	);
}

export function distributionParts(work: ReportWork, rows: Row[]): ReportPart[] {
	if (!hasDistribution(work.definition)) return [];
	const known = rows.flatMap((row): KnownRow[] => {
		const histogram = row.held && histogramOf(row.held);
		return row.held && histogram ? [{ ...row, held: row.held, histogram }] : [];
	});
	return work.isPaged ? known.slice(0, mostCharts).flatMap(charts) : numberTables(known);
}

type KnownRow = Row & { held: HeldValues; histogram: NonNullable<ReturnType<typeof histogramOf>> };

function charts({ channel, shown, held, histogram: { low, width, ms } }: KnownRow): ReportPart[] {
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
		shareChart({ title: `${channel.name}: % of time at each value`, unit, limits, bars }),
		shareChart({ title: `${channel.name}: % of time at or above each value`, unit, limits, curve: { at, value } }),
	];
}

type BinRow = { row: KnownRow; from: number; to: number; ms: number };
type PointRow = { row: KnownRow; value: number; share: number };

function numberTables(rows: KnownRow[]): ReportPart[] {
	const bin = columnsOf<BinRow>();
	const point = columnsOf<PointRow>();
	const emptyText = "No channel with readings has a distribution.";
	const bins = rows.flatMap((row) => {
		const { low, width, ms } = row.histogram;
		return ms.map((own, index): BinRow => ({ row, from: low + index * width, to: low + (index + 1) * width, ms: own }));
	});
	const points = rows.flatMap((row) => {
		const { value, share } = durationCurve(row.held);
		return value.map((one, index): PointRow => ({ row, value: one, share: share[index] ?? 0 }));
	});
	const place = <Own extends { row: KnownRow }>({ text }: ReturnType<typeof columnsOf<Own>>) => [
		text("Device", ({ row }) => row.device.name, { width: 4 }),
		text("Serial number", ({ row }) => row.device.serialNumber),
		text("Channel", ({ row }) => row.channel.name),
		text("Unit", ({ row }) => row.shown.unit, { width: 1 }),
	];
	return [
		table({
			name: "Histogram",
			columns: [
				...place(bin),
				bin.number("From", ({ row, from }) => row.shown.rounded(row.shown.converted(from))),
				bin.number("To", ({ row, to }) => row.shown.rounded(row.shown.converted(to))),
				bin.duration("Time", ({ ms }) => length(ms)),
				bin.number("% of known time", ({ row, ms }) => (ms / row.held.totalMs) * percent, { digits: 3 }),
			],
			rows: batches(bins),
			emptyText,
		}),
		table({
			name: "Duration curve",
			columns: [
				...place(point),
				point.number("Value", ({ row, value }) => row.shown.reading(value)),
				point.number("% of known time at or above", ({ share }) => share * percent, { digits: 3 }),
			],
			rows: batches(points),
			emptyText,
		}),
	];
}
