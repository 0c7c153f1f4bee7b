import { describe, expect, it } from "vitest";
import { becameOf, mayBringMore, readAgainText } from "../../client/features/integrations/message-labels";
import type { IntegrationMessage, MessageOutcome } from "../../shared/ingest/integration-message";

const nothing: MessageOutcome = {
	refusal: null,
	kind: "read",
	isRepeated: false,
	accepted: 0,
	duplicates: 0,
	refused: [],
	unread: [],
};
const sample = { channel: "Nose", at: null, value: "7" };
const unknown = { reason: "unknown-channel", count: 2, sample } as const;
const list = { name: "bins", is: "a list" };

const outcomes: [string, Partial<MessageOutcome>, string, string[]][] = [
	["stored", { accepted: 2 }, "Stored", ["2 new readings."]],
	[
		"with a channel that is not there",
		{ accepted: 1, refused: [unknown] },
		"Partly stored",
		["1 new reading.", "2 readings rejected: the channel does not exist (Nose)."],
	],
	[
		"with a list",
		{ accepted: 1, unread: [list] },
		"Partly stored",
		["1 new reading.", "bins is a list: not understood."],
	],
	[
		"of an unknown device",
		{ refused: [{ reason: "unknown-device", count: 1, sample: { channel: null, at: null, value: '"B2"' } }] },
		"Not stored",
		["1 reading rejected: no device has this serial number (B2)."],
	],
	[
		"with paths that are gone",
		{ accepted: 1, recipe: { version: 2, values: 3, missing: ["h", "rows[*].t"] } },
		"Partly stored",
		["1 new reading.", "Not found: h, rows[*].t."],
	],
	[
		"of a list alone",
		{ unread: [{ name: "", is: "a number" }] },
		"Not stored",
		["The payload is a number: not understood."],
	],
	["without a reading", { unread: [{ name: "", is: "without a reading" }] }, "Not stored", ["It had no reading."]],
	[
		"with a clock of another year, and text",
		{ accepted: 1, unread: [{ name: "ts", is: "a time 15 years ago, so the time of receipt is stored" }, list] },
		"Partly stored",
		["1 new reading.", "ts is a time 15 years ago, so the time of receipt is stored. bins is a list: not understood."],
	],
	["sent twice", { duplicates: 4 }, "Nothing new", ["Its readings were stored already."]],
	["of the same frame", { duplicates: 4, isRepeated: true }, "Nothing new", ["The same frame came before."]],
	["empty", { kind: "empty" }, "Empty uplink", ["No payload, so its decoded values were not stored."]],
	["simulated", { kind: "simulated" }, "Simulated uplink", ["Nothing of it is stored."]],
	["not decoded", {}, "No readings", ["It holds no decoded values."]],
	["of a join", { kind: null }, "No readings", ["An event of another kind, which holds no readings."]],
	["refused", { refusal: "Upgrade.", kind: null }, "Rejected", ["Upgrade."]],
];

describe("the outcome of a message", () => {
	it.each(outcomes)("describes the outcome: %s", (_, outcome, status, details) => {
		expect(becameOf({ endpoint: "chirpstack", outcome: { ...nothing, ...outcome } })).toMatchObject({
			status,
			details,
		});
	});

	it("offers a second reading where a channel or a device was missing and the body is stored", () => {
		const message = (outcome: Partial<MessageOutcome>, hasBody = true) =>
			({ hasBody, outcome: { ...nothing, ...outcome } }) as IntegrationMessage; // what the question looks at
		const partly = { accepted: 1, refused: [unknown] };
		expect([message(partly), message(partly, false), message({ accepted: 1 })].map(mayBringMore)).toEqual([
			true,
			false,
			false,
		]);
	});
});

it.each([
	[{ accepted: 1, duplicates: 3, rejected: [] }, "1 reading stored from the message."],
	[{ accepted: 0, duplicates: 3, rejected: [] }, "Read again: nothing new in it."],
	[
		{ accepted: 0, duplicates: 0, rejected: [{ index: 0, reason: "unknown-channel" as const }] },
		"Read again: still not stored.",
	],
])("describes what a second reading brought: %o", (result, text) => {
	expect(readAgainText(result)).toBe(text);
});

describe("a JSON message before its recipe is made", () => {
	const held = { ...nothing, kind: null, recipe: { version: null, values: 412, missing: [] } };

	it("counts its values, and can be read again", () => {
		expect(becameOf({ endpoint: "json", outcome: held })).toEqual({
			tone: "warn",
			status: "Held",
			details: ["412 values, 0 chosen. Nothing of it is stored."],
		});
		const message: IntegrationMessage = {
			...{ id: "mgi_1", receivedAt: 0, event: null, serialNumber: null, deviceId: null, readAgainAt: null },
			...{ hasBody: true, endpoint: "json", outcome: held },
		};
		expect(mayBringMore(message)).toBe(true);
	});
});
