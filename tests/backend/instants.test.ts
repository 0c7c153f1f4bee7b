import { describe, expect, it } from "vitest";
import { Instant } from "../../shared/base/instant";
import { createOwner } from "./fixtures/fleet";
import { inputLeaves } from "./fixtures/input-leaves";
import { send } from "./fixtures/people";

/** Spans of time have their unit in their names, such as `forSeconds`. */
const timeName = /\.(from|to|at|until|since|\w+(At|Until|Since|Before|After|From|To))$/;

describe("a time in an input", () => {
	// A receipt is a rising number and no time.
	const named = inputLeaves.filter(({ path }) => timeName.test(path) && !path.includes(".byReceipt."));
	const times = named.filter(({ schema }) => !["string", "enum"].includes(schema._zod.def.type));

	it("uses the schema Instant in every procedure", () => {
		expect(times.length).toBeGreaterThan(20);
		const bounds = Instant.def.checks ?? [];
		expect(bounds).toHaveLength(2);
		// A derived schema keeps the checks of its base.
		const others = times.filter(({ schema }) => !bounds.every((check) => schema._zod.def.checks?.includes(check)));
		expect(others.map(({ path }) => path)).toEqual([]);
	});

	it("never uses a Date, which may be invalid", () => {
		expect(inputLeaves.filter(({ schema }) => schema._zod.def.type === "date").map(({ path }) => path)).toEqual([]);
	});
});

const ways: [path: string, type: "query" | "mutate", input: (at: unknown) => unknown, field: string][] = [
	["log.getLogs", "query", (at) => ({ rangeType: "hour", offset: 0, from: at }), "from"],
	["log.getLogs", "query", (at) => ({ rangeType: "hour", offset: 0, to: at }), "to"],
	["account.getAudit", "query", (at) => ({ from: at }), "from"],
	["account.getAudit", "query", (at) => ({ to: at }), "to"],
	["message.getMessages", "query", (at) => ({ from: at }), "from"],
	["alert.getEvents", "query", (at) => ({ to: at }), "to"],
	["device.getDevices", "query", (at) => ({ filters: { receivedBefore: at } }), "filters.receivedBefore"],
	["device.muteDevices", "mutate", (at) => ({ deviceIds: [`dev_${"0".repeat(26)}`], until: at }), "until"],
	["group.muteGroups", "mutate", (at) => ({ ids: [`grp_${"0".repeat(26)}`], until: at }), "until"],
	["alert.muteAlerts", "mutate", (at) => ({ alertIds: [`alr_${"0".repeat(26)}`], until: at }), "until"],
	["alert.snoozeEvents", "mutate", (at) => ({ eventIds: [`evt_${"0".repeat(26)}`], until: at }), "until"],
	["alert.muteEvents", "mutate", (at) => ({ eventIds: [`evt_${"0".repeat(26)}`], until: at }), "until"],
	["contact.pauseContacts", "mutate", (at) => ({ contactIds: [`ctc_${"0".repeat(26)}`], until: at }), "until"],
];
const noTimes: [string, unknown][] = [
	["before 1970", -5],
	["no whole number", 0.5],
	["the last of a Date", 8.64e15],
	["past every Date", 8.64e15 + 1],
	["1e20", 1e20],
	["in seconds of a Date's end", 8.64e12 + 1],
	["a Date", new Date(1_800_000_000_000)],
	["text", "2026-01-01T00:00:00Z"],
	["a list", [1_800_000_000_000]],
	["not a number", Number.NaN],
	["endless", Number.POSITIVE_INFINITY],
];

describe("an invalid time", () => {
	it.each(ways)("gets a 400 from %s, at its field", async (path, type, input, field) => {
		const { owner } = await createOwner();
		for (const [what, at] of noTimes) {
			const { error } = await owner[type](path, input(at));
			expect([what, error?.data.httpStatus, Object.keys(error?.data.fields ?? {})]).toEqual([what, 400, [field]]);
		}
	});

	it("includes an invalid Date of the wire, and text that claims to be a number", async () => {
		const { owner } = await createOwner();
		const headers = new Headers(owner.headers);
		headers.set("content-type", "application/json");
		for (const [until, type] of [
			["never", "Date"],
			[1e20, "Date"],
			["NaN", "number"],
			["-Infinity", "number"],
			["1e20", "bigint"],
		]) {
			const input = { json: { deviceIds: [`dev_${"0".repeat(26)}`], until }, meta: { values: { until: [type] } } };
			const request = { method: "POST", headers, body: JSON.stringify(input) };
			const response = await send("/api/proxy/device.muteDevices", request);
			expect([until, type, response.status]).toEqual([until, type, 400]);
			await response.body?.cancel();
		}
	});

	it.each([
		["log.getLogs", { rangeType: "hour", offset: 0 }],
		["account.getAudit", {}],
		["message.getMessages", {}],
		["alert.getEvents", {}],
	])("includes a span of %s that ends at its beginning or before it", async (path, input) => {
		const { owner } = await createOwner();
		for (const to of [1_799_999_999_999, 1_800_000_000_000]) {
			const { error } = await owner.query(path, { ...input, from: 1_800_000_000_000, to });
			expect([error?.data.httpStatus, Object.keys(error?.data.fields ?? {})]).toEqual([400, ["to"]]);
		}
	});

	it("includes every mute of more than a year", async () => {
		const { owner } = await createOwner();
		for (const [path, type, input, field] of ways.filter(([, , , name]) => name === "until")) {
			const { error } = await owner[type](path, input(Date.now() + 400 * 24 * 60 * 60 * 1000));
			expect([path, error?.data.fields]).toEqual([path, { [field]: "At most a year from now." }]);
		}
	});
});
