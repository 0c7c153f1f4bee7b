import { globSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { resources } from "../../backend/api/resources";
import { eventFilters, eventParameters } from "../../client/features/alerts/event-queries";
import { auditFilters, auditParameters } from "../../client/features/audit/audit-pages";
import { deviceCalls } from "../../client/features/devices/device-calls";
import { stateFromSearch as devicesFrom } from "../../client/features/devices/device-list-state";
import { logCalls } from "../../client/features/log/actions/log-export";
import { logsInput, stateFromSearch } from "../../client/features/log/state/log-state";
import { deliveryParameters, shownBy } from "../../client/features/messages/message-pages";
import { apiCallUrl, curlCommand, powerQuery } from "../../shared/account/api-call";

const span = { from: Date.UTC(2026, 2, 1), to: Date.UTC(2026, 2, 2) };
const within = { from: "2026-03-01T00:00:00.000Z", to: "2026-03-02T00:00:00.000Z" };
const id = (kind: string, last: string) => `${kind}_${"0".repeat(25)}${last}`;
const known = { hasGroup: () => true, hasColumn: () => true };

/** tests/backend/api/printed-calls.test.ts calls every name that is used here. */
describe("a screen as calls of the API", () => {
	it("asks the log's call for readings and other kinds, each with the filters that it has", () => {
		const callsOf = (search: object) =>
			logCalls({ shown: logsInput(stateFromSearch(search), { mode: "local", zone: "UTC" }), span });
		const device = id("dev", "1");
		expect(callsOf({ device, text: "door" })).toEqual([
			{ list: "readings", parameters: { ...within, device, search: "door" } },
			{ list: "log", parameters: { ...within, device, search: "door" } },
		]);
		expect(callsOf({ only: "limits,late,gaps" })).toEqual([
			{ list: "readings", parameters: { ...within, outOfLimits: "true", late: "true", afterGap: "true" } },
		]);
		expect(callsOf({ level: "warning,error" })).toEqual([
			{ list: "log", parameters: { ...within, level: "warning,error" } },
		]);
	});

	it("lists devices by their filters, or by the matching rows where the API has no such filter", () => {
		const rows = [{ id: id("dev", "1") }, { id: id("dev", "2") }];
		const callsOf = (search: object, matching = rows) => {
			const { calls, isWider } = deviceCalls(devicesFrom(search, known), matching);
			return { calls: calls(), isWider };
		};
		expect(callsOf({ q: " fridge ", status: "online,late", group: id("grp", "1") })).toEqual({
			isWider: false,
			calls: [{ list: "devices", parameters: { search: "fridge", status: "online,late", group: id("grp", "1") } }],
		});
		expect(callsOf({ alert: "alerting" })).toEqual({
			isWider: false,
			calls: [{ list: "devices", parameters: { id: `${rows[0]?.id},${rows[1]?.id}` } }],
		});
		const many = Array.from({ length: 201 }, (_, position) => ({ id: `dev_${position}` }));
		expect(callsOf({ alert: "alerting" }, many)).toEqual({
			isWider: true,
			calls: [{ list: "devices", parameters: {} }],
		});
	});

	it("filters events, deliveries and the audit log as the backend does", () => {
		const search = { status: "open", severity: "critical", rule: id("alr", "1"), device: id("dev", "1") };
		expect(eventParameters(eventFilters(search))).toEqual({
			state: "open",
			severity: "critical",
			rule: id("alr", "1"),
			device: id("dev", "1"),
		});
		expect(eventParameters(eventFilters({ status: "unreached" }))).toEqual({ folded: "true", unreached: "true" });
		const sent = shownBy({
			period: "day",
			status: "failed,bounced",
			channel: "sms",
			class: "alerts",
			contact: id("ctc", "1"),
		});
		expect(deliveryParameters(sent, span.to)).toEqual({
			from: within.from,
			state: "failed,bounced",
			channel: "sms",
			class: "alerts",
			contact: id("ctc", "1"),
		});
		const filters = auditFilters({
			who: id("usr", "1"),
			about: "device",
			action: "device.updateDevice",
			period: "day",
		});
		expect(auditParameters(filters, span.to)).toEqual({
			actor: id("usr", "1"),
			kind: "device",
			action: "device.updateDevice",
			from: within.from,
		});
	});
});

describe("a list that screens name for programs", () => {
	it("names a list that the API has", () => {
		const sources = globSync("client/**/*.{ts,tsx}").map((path) => readFileSync(path, "utf8"));
		const named = sources.flatMap((source) => [...source.matchAll(/\blist: "(\w+)"/g)].map(([, list = ""]) => list));
		expect(named.length).toBeGreaterThan(8);
		expect(named.filter((list) => !Object.hasOwn(resources, list))).toEqual([]);
	});
});

describe("a printed call", () => {
	const call = { list: "devices", parameters: { search: `a'b"c #(lf) & d` } };
	const origin = "https://console.test";

	it("holds no quote that ends it, whatever is searched for", () => {
		expect(apiCallUrl(origin, call)).toBe(`${origin}/api/v1/devices?search=a'b%22c%20%23(lf)%20%26%20d`);
		expect(curlCommand(origin, call)).toContain(
			`'${origin}/api/v1/devices?search=a%27b%22c%20%23(lf)%20%26%20d&format=csv'`,
		);
		expect(powerQuery(origin, call)).toContain(`Query = [search = "a'b""c #(#)(lf) & d"]`);
	});
});
