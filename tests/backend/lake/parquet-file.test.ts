import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { parquetBytes, type RowGroup } from "../../../backend/lake/parquet-file";
import { joined } from "../../../shared/base/read-body";

const begin = Date.UTC(2026, 10, 28);

function group(rows: number, device: string): RowGroup {
	const of = <Value>(value: (row: number) => Value) => Array.from({ length: rows }, (_, row) => value(row));
	return {
		device_id: of(() => device),
		serial: of(() => (device === "dev_1" ? "SN-1" : null)),
		channel_id: of((row) => `chn_${row % 2}`),
		channel: of((row) => (row % 2 === 0 ? "Air" : "Größe 温度")),
		unit: of((row) => (row % 2 === 0 ? "°C" : "")),
		at: of((row) => begin + row * 60_000),
		value: of((row) => (row === 3 ? -0.25 : row / 4)),
		sent: of((row) => (row % 3 === 0 ? null : row)),
		received_at: of((row) => begin + row * 60_000 + 123),
	};
}

describe("a Parquet file", () => {
	it("reads in DuckDB as it was written", async () => {
		async function* groups() {
			yield group(1_000, "dev_1");
			yield group(7, "dev_2");
		}
		const chunks: Uint8Array[] = [];
		for await (const chunk of parquetBytes(groups())) chunks.push(chunk);
		const body = joined(chunks);
		const read = async (sql: string) => {
			const url = `https://parquet.test/?${new URLSearchParams({ sql })}`;
			return (await env.PARQUET_READER.fetch(url, { method: "POST", body })).json();
		};
		const sums = "count(*), sum(value), count(sent), sum(sent)";
		expect(await read(`SELECT device_id, serial, ${sums} FROM lake GROUP BY ALL ORDER BY 1`)).toEqual([
			["dev_1", "SN-1", "1000", 124_874, "666", 332_667],
			["dev_2", null, "7", 4.25, "4", 12],
		]);
		const times = '"at"::VARCHAR, epoch_ms(received_at), typeof("at")';
		const first = "WHERE device_id = 'dev_2' AND channel_id = 'chn_1' ORDER BY 3 LIMIT 1";
		expect(await read(`SELECT channel, unit, ${times} FROM lake ${first}`)).toEqual([
			["Größe 温度", "", "2026-11-28 00:01:00+00", String(begin + 60_123), "TIMESTAMP WITH TIME ZONE"],
		]);
	});
});
