import type { ReportColumn, ReportDocument, ReportPart, ReportTable, ReportText } from "../document/report-document";
import type { ReportCell } from "../figures/report-channel";
import { createRowSpool, type RowSpool } from "./row-spool";

/** All tables of one name, with the first one's columns. `position`: order of names. */
export type NamedTable = {
	name: string;
	position: number;
	columns: ReportColumn[];
	emptyText: string;
	rows: AsyncGenerator<ReportCell[][], void>;
};

type Group = { table: ReportTable; position: number; spool: RowSpool };

const smallRows = 2_000;

/** One large table is streamed first, others wait in memory. Read each to its end. Fills `texts` meanwhile. */
export async function* namedTables(document: ReportDocument, texts: ReportText[]): AsyncGenerator<NamedTable, void> {
	const groups = new Map<string, Group>();
	const batches = tableBatches(document, texts);
	let passing: Group | null = null;

	async function take({ table, rows }: TableBatch): Promise<Group> {
		const group = groups.get(table.name) ?? { table, position: groups.size, spool: createRowSpool() };
		groups.set(table.name, group);
		if (group !== passing) await group.spool.write(rows);
		return group;
	}

	async function* passingRows(group: Group): AsyncGenerator<ReportCell[][], void> {
		yield* group.spool.read();
		for (let next = await batches.next(); !next.done; next = await batches.next()) {
			if ((await take(next.value)) === group && next.value.rows.length > 0) yield next.value.rows;
		}
	}

	try {
		for (let next = await batches.next(); !next.done && passing === null; next = await batches.next()) {
			const group = await take(next.value);
			if (group.spool.rows <= smallRows) continue;
			passing = group;
			yield named(group, passingRows(group));
		}
		for (const group of groups.values()) if (group !== passing) yield named(group, group.spool.read());
	} finally {
		await batches.return();
	}
}

function named({ table, position }: Group, rows: NamedTable["rows"]): NamedTable {
	const { name, columns, emptyText } = table;
	return { name, position, columns, emptyText, rows };
}

type TableBatch = { table: ReportTable; rows: ReportCell[][] };

async function* tableBatches(document: ReportDocument, texts: ReportText[]): AsyncGenerator<TableBatch, void> {
	for await (const { parts } of document.sections) {
		for (const part of parts) {
			if (isTable(part)) {
				yield { table: part, rows: [] };
				for await (const rows of part.rows) yield { table: part, rows };
			} else if (part.kind === "text") texts.push(part);
		}
	}
}

function isTable(part: ReportPart): part is ReportTable {
	return part.kind === "table";
}
