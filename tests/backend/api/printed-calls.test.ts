import Papa from "papaparse";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { resources } from "../../../backend/api/resources";
import { type ApiCall, curlCommand, powerQuery } from "../../../shared/account/api-call";
import type { AlertEventPage } from "../../../shared/alert/alert";
import { byteOrderMark } from "../../../shared/base/csv-cell";
import { hourMs } from "../../../shared/base/durations";
import type { SavedStudy } from "../../../shared/report/mapping-study";
import { addAlert } from "../fixtures/alert-rules";
import { addApiKey } from "../fixtures/api-keys";
import { addDevice, addGroup, createOwner, ingest, newId } from "../fixtures/fleet";
import { addContact } from "../fixtures/messages";
import { dataOf, type Person, send } from "../fixtures/people";
import { createReport, finishedRun } from "../fixtures/reports";

const origin = "https://console.test.com";
let key = "";
let calls: ApiCall[] = [];
let found: Record<string, string> = {};

let owner: Person;

beforeAll(async () => {
	const made = await createOwner();
	const { id } = made;
	({ owner } = made);
	const group = await addGroup(id, 'It\'s "cold" & #(lf) 4°');
	const { device, key: deviceKey } = await addDevice(owner, { name: 'Fridge "O\'Neil" & 100%', groupIds: [group] });
	await addDevice(owner);
	const contact = await addContact(id);
	await addAlert(owner);
	const report = await createReport(owner);
	const position = { name: "Door", deviceId: device.id, channelId: device.channels[0]?.id ?? "", at: null };
	const study = dataOf<SavedStudy>(
		await owner.mutate("report.saveStudy", {
			reportId: null,
			version: null,
			groupId: group,
			name: 'The "cold" room',
			purpose: "Before its first use",
			planId: null,
			positions: [position],
			criteria: { min: 2, max: 8, outMinutes: 0, spread: null, hours: null, coverage: 95 },
			conditions: [],
			repeats: null,
		}),
	);
	// A list with a run that is being made changes between two calls.
	await finishedRun(owner, study.runId ?? "");
	dataOf(await owner.mutate("log.addNote", { deviceId: device.id, at: Date.now() - hourMs, text: 'Door, "open"\n' }));
	const at = Math.floor(Date.now() / hourMs) * hourMs - hourMs;
	const [channel] = device.channels;
	await ingest(
		deviceKey,
		Array.from({ length: 7 }, (_, minute) => ({ channel: channel?.name, at: at + minute * 60_000, value: minute + 3 })),
	);
	const justified = { channelId: channel?.id, from: at, to: at + hourMs, reason: "Door open" };
	dataOf(await owner.mutate("report.justifySpan", justified));
	const [event] = dataOf<AlertEventPage>(await owner.query("alert.getEvents")).events;
	const eventId = event?.id ?? "";
	const span = { from: new Date(at).toISOString(), to: new Date(at + hourMs).toISOString() };
	calls = [
		{ list: "devices" },
		{ list: "devices", parameters: { search: 'Fridge "O\'Neil" & 100%', status: "online,late", group } },
		{ list: "devices", parameters: { id: device.id } },
		{ list: "storage", parameters: { id: device.id } },
		{ list: "groups", parameters: { id: group } },
		{ list: "readings", parameters: { ...span, device: device.id, search: "fridge" } },
		{ list: "log", parameters: { ...span, group, level: "info,warning" } },
		{ list: "events", parameters: { state: "open,acknowledged", device: device.id, folded: "true" } },
		...["rules", "contacts", "users", "usage", "reports", "changes"].map((list) => ({ list })),
		{ list: "channels", parameters: { device: device.id } },
		{ list: "series", parameters: { ...span, channel: channel?.id ?? "", step: "15m", statistic: "lowest,mean,p50" } },
		{ list: "events/story", parameters: { event: eventId } },
		{ list: "events/why", parameters: { event: eventId, contact: contact.id } },
		{ list: "rules", parameters: { device: device.id } },
		{ list: "coverage" },
		{ list: "runs", parameters: { report: report.id } },
		{ list: "audit", parameters: { kind: "device", entity: device.id, from: span.from } },
		// tests/client/api-calls.test.ts covers every other name that a screen gives.
		{ list: "deliveries", parameters: { from: span.from, state: "failed,bounced", channel: "sms", class: "alerts" } },
		{ list: "deliveries", parameters: { contact: newId("contact") } },
		{ list: "devices", parameters: { archived: "archived" } },
		{ list: "readings", parameters: { ...span, outOfLimits: "true", late: "true", afterGap: "true" } },
		{ list: "log", parameters: { ...span, kind: "note,system" } },
		{ list: "events", parameters: { severity: "critical", unreached: "true", rule: newId("alert") } },
		{ list: "audit", parameters: { actor: newId("user"), action: "device.updateDevice" } },
		{ list: "justified", parameters: { device: device.id } },
		{ list: "studies", parameters: { group } },
		{ list: "studies/result", parameters: { study: study.reportId } },
	];
	found = { "devices 1": device.id, "devices 2": device.id, "storage 3": device.id, "groups 4": group };
});

// A key has 120 calls a minute.
beforeEach(async () => {
	({ key } = await addApiKey(owner, { access: "audit" }));
});

type Wanted = { url: string; headers: Record<string, string> };

/** Parses the command as a POSIX shell: words, quotes and the one variable. Throws on anything else. */
function shellWords(command: string, variables: Record<string, string>): string[] {
	const words: string[] = [];
	const pattern = /\s*(?:\\\n)?\s*('[^']*'|"(?:[^"\\`$]|\$[A-Z_]+)*"|[\w./:-]+)/gy;
	for (let match = pattern.exec(command); match !== null; match = pattern.exec(command)) {
		const [, word = ""] = match;
		if (word.startsWith("'")) words.push(word.slice(1, -1));
		else if (word.startsWith('"'))
			words.push(word.slice(1, -1).replace(/\$([A-Z_]+)/g, (_, name) => variables[name] ?? ""));
		else words.push(word);
		if (pattern.lastIndex === command.length) return words;
	}
	throw new Error(`No shell takes ${command}`);
}

function curlRequest(command: string): Wanted {
	const [program, flag, url = "", option, header = "", ...others] = shellWords(command, { API_KEY: key });
	expect([program, flag, option, others]).toEqual(["curl", "--fail", "-H", []]);
	const [name = "", value = ""] = header.split(/: (.*)/);
	return { url, headers: { [name]: value } };
}

const textOf = (literal: string) => literal.slice(1, -1).replaceAll('""', '"').replaceAll("#(#)", "#");

/** Reads the query's one request as the language M does, with its literals. */
function powerQueryRequest(query: string, cursor: string | null): Wanted {
	const literal = '"(?:[^"]|"")*"';
	const [, base = ""] = new RegExp(`Web\\.Contents\\((${literal})`).exec(query) ?? [];
	const [, path = ""] = new RegExp(`RelativePath = (${literal})`).exec(query) ?? [];
	const [, fields = ""] = new RegExp(`Query = \\[((?:[\\w ]+= ${literal}(?:, )?)*)\\]`).exec(query) ?? [];
	const given = [...fields.matchAll(new RegExp(`(\\w+) = (${literal})`, "g"))].map(
		([, name = "", value = ""]): [string, string] => [name, textOf(value)],
	);
	const search = new URLSearchParams([...given, ...(cursor === null ? [] : [["cursor", cursor]])]);
	const question = search.size === 0 ? "" : `?${search}`;
	expect(query).toContain('Headers = [Authorization = "Bearer " & ApiKey]');
	return { url: `${textOf(base)}/${textOf(path)}${question}`, headers: { Authorization: `Bearer ${key}` } };
}

const path = (url: string) => url.slice(origin.length);

/** Headers of Excel's engine: no cookie, no preferred media type, its own name. */
const excelHeaders = {
	"user-agent": "Microsoft.Data.Mashup (https://go.microsoft.com/fwlink/?LinkID=304225)",
	accept: "*/*",
	"accept-encoding": "gzip, deflate",
	connection: "Keep-Alive",
};

const isSteady = (row: unknown) => Reflect.get(Object(row), "meter") !== "apiCalls";

describe("a printed call", () => {
	it("covers every list of the API", () => {
		expect(new Set(calls.map(({ list }) => list))).toEqual(new Set(Object.keys(resources)));
	});

	it("returns the rows of its list as CSV by curl, whatever a filter holds", async () => {
		for (const [position, call] of calls.entries()) {
			const { url, headers } = curlRequest(curlCommand(origin, call));
			const response = await send(path(url), { headers });
			const text = await response.text();
			expect([response.status, response.headers.get("content-type")], url).toEqual([200, "text/csv; charset=utf-8"]);
			const wanted = found[`${call.list} ${position}`];
			if (wanted === undefined) continue;
			const rows = text.trim().split("\r\n").slice(1);
			expect(rows.map((row) => row.includes(wanted))).toEqual([true]);
		}
	});

	it("reads every page by Power Query, and later fetches only what has changed", async () => {
		const filled = new Set<string>();
		for (const call of calls) {
			const whole = { ...call, parameters: { ...call.parameters, limit: "3" } };
			const query = powerQuery(origin, whole);
			const rows: unknown[] = [];
			let cursor: string | null = null;
			do {
				const { url, headers } = powerQueryRequest(query, cursor);
				const response = await send(path(url), { headers: { ...excelHeaders, ...headers } });
				expect([response.status, response.headers.get("content-type")], url).toEqual([200, "application/json"]);
				expect(response.headers.get("set-cookie")).toBeNull();
				const page = await response.json<{ data: unknown[]; nextCursor: string | null }>();
				rows.push(...page.data);
				cursor = page.nextCursor;
			} while (cursor !== null);
			const { url, headers } = curlRequest(curlCommand(origin, { ...call, parameters: { ...call.parameters } }));
			const requested = path(url);
			const all = await (await send(requested.replace("format=csv", "format=json"), { headers })).json<{
				data: unknown[];
			}>();
			expect(rows.filter(isSteady)).toEqual(all.data.filter(isSteady));
			const csv = await (await send(requested, { headers })).text();
			const { data: table, meta } = Papa.parse<Record<string, string>>(csv.replace(byteOrderMark, ""), {
				header: true,
				skipEmptyLines: true,
			});
			expect(table.length, requested).toBe(all.data.length);
			const id = meta.fields?.find((field) => ["id", "deviceId"].includes(field));
			if (id) expect(table.map((row) => row[id])).toEqual(all.data.map((row) => Reflect.get(Object(row), id)));
			if (rows.length > 0) filled.add(call.list);
		}
		const bare = ["runs", "deliveries"];
		expect(filled).toEqual(new Set(Object.keys(resources).filter((list) => !bare.includes(list))));
		const first = await send("/api/v1/groups", { headers: { ...excelHeaders, authorization: `Bearer ${key}` } });
		const known = { "if-none-match": first.headers.get("etag") ?? "" };
		const again = await send("/api/v1/groups", {
			headers: { ...excelHeaders, ...known, authorization: `Bearer ${key}` },
		});
		expect([again.status, await again.text()]).toEqual([304, ""]);
	});
});
