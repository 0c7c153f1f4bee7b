import type { SchemaElement } from "hyparquet";
import { ByteWriter } from "hyparquet-writer/src/bytewriter.js";
import { ParquetWriter } from "hyparquet-writer/src/parquet-writer.js";
import type { lakeColumns } from "../../shared/account/lake";

type Column = (typeof lakeColumns)[number];

/** Columns of equal length. `sent` null: no value was sent, as of computed channels. */
export type RowGroup = {
	device_id: string[];
	serial: (string | null)[];
	channel_id: string[];
	channel: string[];
	unit: string[];
	at: number[];
	value: number[];
	sent: (number | null)[];
	received_at: number[];
};

const text = { type: "BYTE_ARRAY", converted_type: "UTF8" } as const;
const time = {
	type: "INT64",
	converted_type: "TIMESTAMP_MILLIS",
	logical_type: { type: "TIMESTAMP", isAdjustedToUTC: true, unit: "MILLIS" },
} as const;
const required = { repetition_type: "REQUIRED" } as const;
const optional = { repetition_type: "OPTIONAL" } as const;

const fields: Record<Column, Omit<SchemaElement, "name">> = {
	device_id: { ...text, ...required },
	serial: { ...text, ...optional },
	channel_id: { ...text, ...required },
	channel: { ...text, ...required },
	unit: { ...text, ...required },
	at: { ...time, ...required },
	value: { type: "DOUBLE", ...required },
	sent: { type: "DOUBLE", ...optional },
	received_at: { ...time, ...required },
};
const columns = Object.entries(fields).map(([name, field]): SchemaElement => ({ name, ...field }));
const schema: SchemaElement[] = [{ name: "readings", num_children: columns.length }, ...columns];
const delta = "DELTA_BINARY_PACKED";

/** Yields a file's bytes group by group, so that one group is in memory. */
export async function* parquetBytes(groups: AsyncIterable<RowGroup>): AsyncGenerator<Uint8Array, void> {
	const writer = new ByteWriter();
	const file = new ParquetWriter({ writer, schema, codec: "SNAPPY", createdBy: "AQLCloud" });
	for await (const group of groups) {
		const columnData = columns.map(({ name }) => {
			const data = group[name as Column]; // a name of the list
			return { name, data, ...(name === "at" || name === "received_at" ? { encoding: delta } : {}) };
		});
		await file.write({
			columnData: columnData as Parameters<ParquetWriter["write"]>[0]["columnData"],
			rowGroupSize: group.at.length,
		});
		yield written(writer);
	}
	await file.finish();
	yield written(writer);
}

function written(writer: ByteWriter): Uint8Array {
	const bytes = writer.getBytes().slice();
	writer.index = 0;
	return bytes;
}
