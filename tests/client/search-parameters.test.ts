import { describe, expect, it } from "vitest";
import * as z from "zod/mini";
import { parseSearch } from "../../client/base/search-text";
import { stateFromSearch as devicesRequested, unknownGroups } from "../../client/features/devices/device-list-state";
import { DevicesSearch } from "../../client/features/devices/devices-search";
import { LogSearch } from "../../client/features/log/state/log-search";
import { isFiltered, isRunning, logsInput, stateFromSearch } from "../../client/features/log/state/log-state";
import { SignInSearch } from "../../client/features/sign-in/sign-in-search";
import { emailPattern, readEmailInLink } from "../../client/features/sign-in/step-rules";
import { GetLogs } from "../../shared/log/log";

/** Each address stands with the parameters of its route and what the screen makes of them. */
const huge = "x".repeat(3_000);
const strange = "unknown=1&unknown=2&__proto__=x&constructor=y&toString=z";
const inShort = (text: string) => [text.length > 60 ? `${text.slice(0, 40)}… (${text.length})` : text, text] as const;

describe("the e-mail address in a link of the steps of signing in", () => {
	const emailOf = (text: string) => readEmailInLink(SignInSearch(parseSearch(text)).email);

	it.each(
		[
			"email=nonsense",
			"email=a%40b",
			`email=${huge}`,
			"email=one%40example.com&email=nonsense",
			"email=%5B%22ana%40example.com%22%5D",
			"email=%3Cimg+src%3Dx+onerror%3Dalert(1)%3E",
			"email=%E0%A4%A",
		].map(inShort),
	)("is told to be none: ?%s", (_, text) => {
		expect(emailOf(text)).toEqual({ state: "invalid" });
	});

	it.each(["", "email=", "code=123456", "next=%2Fdevices&next=%2Flog%2F", strange].map(inShort))(
		"treats it as absent, without a complaint: ?%s",
		(_, text) => {
			expect(emailOf(text)).toEqual({ state: "absent" });
		},
	);

	it.each([
		["email=ana.prado%2Bx%40example.com", "ana.prado+x@example.com"],
		["email=one%40example.com&email=two%40example.com", "two@example.com"],
	])("takes a good one, and the last of several: ?%s", (text, email) => {
		expect(emailOf(text)).toEqual({ state: "valid", email });
	});

	it("reads it by the pattern that the server validates by", () => {
		expect(emailPattern.source).toBe(new RegExp(z.regexes.email.source.replaceAll("\\-]", "-]")).source);
	});

	it("stands beside the way to go on, and beside nothing else that an address says", () => {
		const search = SignInSearch(parseSearch(`email=a%40b.example&next=%2Flog%2F&note=confirmed&${strange}`));
		expect(Object.entries(search)).toEqual([
			["email", "a@b.example"],
			["next", "/log/"],
		]);
		expect(Object.getPrototypeOf(search)).toBe(Object.prototype);
	});
});

describe("the list of devices", () => {
	const columns = ["name", "status", "received"];
	const known = { hasGroup: () => false, hasColumn: (id: string) => columns.includes(id) };
	const searchOf = (text: string) => DevicesSearch(parseSearch(text));

	it("shows the archived ones by links and saved views from before the parameter was renamed", () => {
		expect(searchOf("shelf=archived")).toEqual({ archived: "archived" });
	});

	it.each([
		"status=nonsense",
		"status=,,,",
		"status=online&status=nonsense",
		"sort=nonsense",
		"sort=-",
		"sort=constructor",
		"sort=__proto__",
		"group=nonsense",
		"q=",
		strange,
	])("stands as without ?%s", (text) => {
		expect(devicesRequested(searchOf(text), known)).toEqual(devicesRequested({}, known));
		expect(unknownGroups(searchOf(text), known)).toBe(0);
	});
});

describe("the log", () => {
	const viewOf = (text: string) => stateFromSearch(LogSearch(parseSearch(text)));
	const viewer = { mode: "local", zone: "UTC" } as const;

	it.each(
		[
			"range=nonsense",
			"range=hour&range=century",
			"range=constructor",
			"offset=-1",
			"offset=1.5",
			"offset=NaN",
			"offset=",
			"from=5&to=1",
			"from=1",
			"from=x&to=y",
			"device=nonsense",
			"channel=nonsense,,",
			"quantity=__proto__",
			"form=nonsense",
			"device=,,,x",
			strange,
			"offset=99999999999999999999",
			"from=1&to=99999999999999999999",
			"from=1&to=999999999999999",
			"from=1&to=4102444800001",
		].map(inShort),
	)("shows the hour that is running: ?%s", (_, text) => {
		const view = viewOf(text);
		// A span that is left out is said so.
		expect({ ...view, spanComplaint: null }).toEqual(stateFromSearch({}));
		expect(view.spanComplaint !== null).toBe(/\b(?:from|to)=/.test(text));
		expect(isFiltered(view)).toBe(false);
		expect(logsInput(view, viewer)).toEqual({ rangeType: "hour", offset: 0 });
	});

	it.each(["offset=999999999999999", "range=month&offset=100000", "from=0&to=1", "from=1&to=4102444800000"])(
		"shows another time, which the backend takes, with a way back to now: ?%s",
		(text) => {
			const view = viewOf(text);
			expect(isRunning(view)).toBe(false);
			expect(GetLogs.safeParse(logsInput(view, viewer)).success).toBe(true);
		},
	);
});
