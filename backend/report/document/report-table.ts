import type { ReportCell } from "../figures/report-channel";
import type { Clock } from "../source/report-clock";
import type { ReportColumn, ReportTable } from "./report-document";

export type TableColumn<Row> = ReportColumn & { cell: (row: Row) => ReportCell };

type Shape = Partial<Pick<ReportColumn, "digits" | "width">>;

function column<Row>(kind: ReportColumn["kind"], usualWidth: number) {
	return (title: string, cell: (row: Row) => ReportCell, { digits = null, width = usualWidth }: Shape = {}) => {
		return { title, kind, digits, width, cell } satisfies TableColumn<Row>;
	};
}

export function columnsOf<Row>() {
	return {
		text: column<Row>("text", 3),
		number: column<Row>("number", 1.5),
		time: column<Row>("time", 3),
		duration: column<Row>("duration", 2),
	};
}

export function moment(at: number | null, clock: Clock): ReportCell {
	return at === null ? null : { at, offsetMinutes: clock(at) };
}

export function length(ms: number | null): ReportCell {
	return ms === null ? null : { ms };
}

type TableRequest<Row> = {
	name: string;
	columns: TableColumn<Row>[];
	rows: AsyncIterable<Row[]> | Iterable<Row[]>;
	emptyText: string;
};

export function table<Row>({ name, columns, rows, emptyText }: TableRequest<Row>): ReportTable {
	return { kind: "table", name, columns: columns.map(({ cell: _, ...head }) => head), rows: cellsOf(), emptyText };

	async function* cellsOf(): AsyncGenerator<ReportCell[][], void> {
		for await (const batch of rows) {
			if (batch.length > 0) yield batch.map((row) => columns.map(({ cell }) => cell(row)));
		}
	}
}

const batchSize = 1_000;

export function* batches<Row>(rows: readonly Row[]): Generator<Row[], void> {
	for (let index = 0; index < rows.length; index += batchSize) yield rows.slice(index, index + batchSize);
}
