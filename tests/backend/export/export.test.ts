import { readXlsx } from "hucre/xlsx";
import Papa from "papaparse";
import { describe, expect, it } from "vitest";
import { logEvents } from "../../../backend/db/schema";
import type { LogPage } from "../../../shared/log/log";
import { ExportFormat, type LogExport } from "../../../shared/log/log-export";
import { addDevice, addGroup, addMember, createOwner, inAccount, ingest, newId } from "../fixtures/fleet";
import { takeLogs } from "../fixtures/logs";
import { createPerson, dataOf, type Person, send } from "../fixtures/people";

const minute = 60_000;
const hour = 60 * minute;
const start = Date.UTC(2026, 9, 20);
const span = { rangeType: "day", offset: 0, from: start, to: start + 48 * hour, zone: "Europe/Berlin" } as const;
const query: LogExport = { ...span, format: "csv", form: "long", clock: "device" };

function download(person: Pick<Person, "headers">, changes: Partial<LogExport> | string = {}): Promise<Response> {
	const text = typeof changes === "string" ? changes : JSON.stringify({ ...query, ...changes });
	return send(`/api/export?query=${encodeURIComponent(text)}`, { headers: person.headers });
}

async function denialOf(response: Response): Promise<[status: number, name: string, fields: string[]]> {
	const { error } = await response.json<{ error: { name: string; requestId: string; fields?: object } }>();
	expect(error.requestId).not.toBe("");
	return [response.status, error.name, Object.keys(error.fields ?? {})];
}

type Row = [utc: string, device: string, channel: string, value: number | null, kind: string, text: string];

async function rowsOf(format: ExportFormat, response: Response): Promise<Row[]> {
	expect(response.status).toBe(200);
	if (format === "json") {
		const { rows } = await response.json<{ rows: Record<string, string | number>[] }>();
		return rows.map(
			(row) => [row.utc, row.device ?? "", row.channel ?? "", row.value ?? null, row.kind, row.text ?? ""] as Row,
		);
	}
	if (format === "csv") {
		const parsed = Papa.parse<Record<string, string>>((await response.text()).replace("\uFEFF", ""), {
			header: true,
			comments: "#",
			skipEmptyLines: true,
		});
		return parsed.data.map((row) => {
			const value = row.Value === "" ? null : Number(row.Value);
			return [row.UTC, row.Device, row.Channel, value, row.Kind, row.Text] as Row;
		});
	}
	const { sheets } = await readXlsx(new Uint8Array(await response.arrayBuffer()));
	const rowsIn = (part: string) => sheets.find(({ name }) => name === part)?.rows.slice(1) ?? [];
	const utc = (cell: unknown) => (cell instanceof Date ? cell.toISOString() : "");
	const numberOf = (cell: unknown) => (cell === "Open" ? 1 : cell === "Closed" ? 0 : (cell ?? null));
	const log = rowsIn("Log").map((cells) => {
		return [utc(cells[0]), cells[3] ?? "", cells[5] ?? "", numberOf(cells[6]), cells[10], cells[12] ?? ""] as Row;
	});
	const notes = rowsIn("Notes").map((cells) => [utc(cells[0]), cells[3] ?? "", "", null, "note", cells[5]] as Row);
	return [...log, ...notes].toSorted(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
}

/** Lists the same rows from the pages of the screen: readings of an instant, then events. */
async function listed(person: Person, filter: object): Promise<Row[]> {
	const rows: Row[] = [];
	let cursor: string | null = null;
	do {
		const input: object = { ...span, ...filter, limit: 90, ...(cursor !== null && { cursor }) };
		const page: LogPage = dataOf<LogPage>(await person.query("log.getLogs", input));
		const names = new Map(page.devices.map(({ id, name }) => [id, name]));
		for (const [index, at] of page.readings.readingAt.entries()) {
			const channel = page.channels[page.readings.channel[index] ?? -1];
			const device = names.get(channel?.deviceId ?? "") ?? "";
			rows.push([
				new Date(at).toISOString(),
				device,
				channel?.name ?? "",
				page.readings.value[index] ?? null,
				"reading",
				"",
			]);
		}
		for (const { at, deviceId, kind, text } of page.events) {
			rows.push([new Date(at).toISOString(), names.get(deviceId ?? "") ?? "", "", null, kind, text]);
		}
		cursor = page.nextCursor;
	} while (cursor !== null);
	return sorted(rows);
}

const sorted = (rows: Row[]) => rows.toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));

describe("an export", () => {
	it("holds what the screen's pages hold, in every format, whatever is filtered", async () => {
		const { owner, id } = await createOwner();
		const one = await addDevice(owner, { name: "One" });
		const two = await addDevice(owner, { name: "Two", timezoneOffset: 345, timeZoneRule: 2 });
		for (const [index, { key }] of [one, two].entries()) {
			const readings = Array.from({ length: 120 }, (_, step) => [
				{ channel: "Air", at: start + step * minute, value: Math.sin(step) * 10 ** index },
				{ channel: "Door", at: start + step * minute, value: step % 2 },
			]);
			await ingest(key, readings.flat());
		}
		const note = { kind: "note", level: "info", text: "Opened", author: "Ann" } as const;
		await inAccount(id, (db) => {
			for (const [deviceId, at] of [
				[one.device.id, start + hour],
				[null, start + hour],
				[two.device.id, start + 47 * hour],
			] as const)
				db.insert(logEvents)
					.values({ ...note, id: newId("logEntry"), deviceId, at })
					.run();
		});
		for (const filter of [
			{},
			{ deviceIds: [two.device.id] },
			{ channelIds: [one.device.channels[0]?.id ?? ""], kinds: ["reading" as const] },
			{ kinds: ["note" as const] },
		]) {
			const expected = await listed(owner, filter);
			for (const format of ExportFormat.options) {
				const rows = await rowsOf(format, await download(owner, { ...filter, format }));
				expect(rows.length).toBe(expected.length);
				expect(sorted(rows)).toEqual(expected);
				expect(rows.map(([utc]) => utc)).toEqual(rows.map(([utc]) => utc).toSorted());
			}
		}
	});

	it("continues over pages without a cap of rows", async () => {
		const { owner } = await createOwner();
		const { key } = await addDevice(owner);
		const count = 41_000;
		for (let first = 0; first < count; first += 10_000) {
			const length = Math.min(10_000, count - first);
			await ingest(
				key,
				Array.from({ length }, (_, step) => ({
					channel: "Air",
					at: start + (first + step) * 1_000,
					value: first + step,
				})),
			);
		}
		const rows = await rowsOf("csv", await download(owner, { kinds: ["reading"] }));
		expect(rows.map(([, , , value]) => value)).toEqual(Array.from({ length: count }, (_, step) => step));
	}, 20_000);

	it("takes its name from its first day in the zone shown, and downloads without being cached", async () => {
		const { owner } = await createOwner();
		const types: Record<ExportFormat, string> = {
			csv: "text/csv; charset=utf-8",
			json: "application/json",
			xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
		};
		for (const format of ExportFormat.options) {
			const response = await download(owner, { format, from: Date.UTC(2026, 9, 19, 23) });
			expect(response.headers.get("content-disposition")).toBe(
				`attachment; filename="aqlcloud-log-2026-10-20.${format}"`,
			);
			expect([response.headers.get("content-type"), response.headers.get("cache-control")]).toEqual([
				types[format],
				"private, no-store",
			]);
			await response.body?.cancel();
		}
	});
});

describe("the permission to export", () => {
	it("belongs to members who see the log: a viewer, and not a billing member", async () => {
		const { id } = await createOwner();
		const viewer = await download(await addMember(id, "viewer"));
		expect(viewer.status).toBe(200);
		await viewer.body?.cancel();
		expect(await denialOf(await download(await addMember(id, "billing")))).toEqual([403, "NotPermitted", []]);
	});

	it("gets what is in their scope, and no word about the rest", async () => {
		const { owner, id } = await createOwner();
		const groupId = await addGroup(id, "Warehouse");
		const mine = await addDevice(owner, { name: "Mine", groupIds: [groupId] });
		const hidden = await addDevice(owner, {
			name: "Hidden",
			channels: [{ name: "Secret", quantity: "other", unit: "" }],
		});
		await ingest(mine.key, [{ channel: "Air", at: start, value: 1 }]);
		await ingest(hidden.key, [{ channel: "Secret", at: start, value: 1 }]);
		const viewer = await addMember(id, "viewer", { groupIds: [groupId] });
		for (const form of ["wide", "long"] as const) {
			const text = await (await download(viewer, { form })).text();
			expect(text).toContain("Mine");
			expect(text).not.toMatch(/Hidden|Secret/);
		}
		const { owner: stranger } = await createOwner("Elsewhere");
		for (const person of [viewer, stranger]) {
			const requested = await download(person, { deviceIds: [hidden.device.id] });
			expect(await denialOf(requested)).toEqual([404, "DeviceNotFound", []]);
		}
		expect(await denialOf(await download(stranger, { groupIds: [groupId] }))).toEqual([404, "GroupNotFound", []]);
		expect(await (await download(stranger)).text()).not.toMatch(/Mine|Hidden/);
	});

	it("rejects callers without an account or a session", async () => {
		expect(await denialOf(await download(await createPerson()))).toEqual([403, "NoAccount", []]);
		expect(await denialOf(await download({ headers: new Headers() }))).toEqual([401, "SignedOut", []]);
		expect(takeLogs()).toEqual([expect.stringContaining("not-identified")]);
	});
});

describe("a bad query", () => {
	it.each([
		["no JSON", "nonsense", []],
		["nothing", "null", []],
		["an unknown format", JSON.stringify({ ...query, format: "pdf" }), ["format"]],
		["a foreign id", JSON.stringify({ ...query, deviceIds: ["dev_1"] }), ["deviceIds.0"]],
		["a span that ends first", JSON.stringify({ ...query, to: start - 1 }), ["to"]],
		[
			"a comma for both signs",
			JSON.stringify({ ...query, csv: { separator: "comma", decimalSign: "comma" } }),
			["csv.decimalSign"],
		],
		[
			"an unknown separator",
			JSON.stringify({ ...query, csv: { separator: "|", decimalSign: "point" } }),
			["csv.separator"],
		],
		["no time at all", JSON.stringify({ ...query, from: -9e15 }), ["from"]],
	])("rejects %s at the field", async (_, text, fields) => {
		const { owner } = await createOwner();
		const [status, name, named] = await denialOf(await download(owner, text));
		expect([status, name, named.filter((field) => field !== "")]).toEqual([400, "InvalidQuery", fields]);
	});

	it("names the way out if a table would need too many columns", async () => {
		const { owner } = await createOwner();
		for (let device = 0; device < 17; device += 1) {
			const channels = Array.from({ length: 30 }, (_, channel) => {
				return { name: `C${device}-${channel}`, quantity: "other", unit: "" } as const;
			});
			await addDevice(owner, { channels });
		}
		expect(await denialOf(await download(owner, { form: "wide" }))).toEqual([400, "TooManyColumns", []]);
		const long = await download(owner, { form: "long" });
		expect(long.status).toBe(200);
		await long.body?.cancel();
	});
});
