import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { useState } from "react";
import { expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { deviceSentence, Rehearsal } from "../../client/features/alerts/rehearsal";
import type { RehearsalDraft, RehearseAlert, RehearsedDevice, Rehearsal as Reply } from "../../shared/alert/rehearsal";
import { minuteMs } from "../../shared/base/durations";
import { warmRule } from "../samples";
import { show } from "./show";

const until = Date.UTC(2026, 10, 20, 12);
const from = until - 7 * 24 * 60 * minuteMs;

const warm: RehearsalDraft = {
	rule: warmRule,
	severity: "warning",
	scope: "all",
	contactIds: [],
	contactGroupIds: [],
};

function device(position: number, count: number): RehearsedDevice {
	const channelId = `chn_${position}`;
	return {
		id: `dev_${position}`,
		name: `Cold room ${position}`,
		count,
		hasReadings: true,
		longestMs: count > 0 ? 42 * minuteMs : 0,
		totalMs: count * 42 * minuteMs,
		excursions: Array.from({ length: count }, (_, index) => {
			const start = until - (index + 1) * 60 * minuteMs;
			const end = start + 42 * minuteMs;
			return { channelId, from: start, to: end, peak: 9.5, severity: "warning", sentAt: end };
		}),
		channels: [
			{
				id: channelId,
				name: "Air",
				quantity: "temperature",
				unit: "°C",
				decimals: 1,
				low: [3, 4, null, 5],
				high: [4, 9.5, null, 5],
			},
		],
	};
}

const result: Reply = {
	from,
	until,
	deviceCount: 12,
	devices: [device(1, 0), device(2, 2)],
	after: "dev_2",
	contacts: [
		{ id: "con_1", name: "Ana Prado", timeZone: "Europe/Lisbon", hasQuietHours: false, sent: 2, woken: 1, heldBack: 0 },
	],
};

/** Stubs each rehearsal by its input. Returns the inputs in order. */
function stubRehearsals(resultFor: (input: RehearseAlert) => Reply | Promise<Reply> | null) {
	const requested: RehearseAlert[] = [];
	vi.spyOn(window, "fetch").mockImplementation(async (url, init) => {
		expect(String(url)).toContain("/api/proxy/alert.rehearse");
		const { json: input } = JSON.parse(String(init?.body));
		requested.push(input);
		const found = await resultFor(input);
		if (found) return Response.json({ result: { data: { json: found } } });
		const error = { message: "", code: -32603, data: { code: "BAD_GATEWAY", httpStatus: 502 } };
		return Response.json({ error: { json: error } }, { status: 502 });
	});
	return requested;
}

function Panel({ first = warm }: { first?: RehearsalDraft | null }) {
	const [draft, setDraft] = useState(first);
	const [client] = useState(() => new QueryClient({ defaultOptions: { queries: { retry: false } } }));
	return (
		<QueryClientProvider client={client}>
			<button type="button" onClick={() => setDraft({ ...warm, severity: "critical" })}>
				Change the rule
			</button>
			<Rehearsal draft={draft} />
		</QueryClientProvider>
	);
}

test("A rehearsal says how often, how long and whom, and shows each device", async () => {
	const requested = stubRehearsals(() => result);
	await show(<Panel />);
	await expect
		.element(
			page.getByText("Would have fired twice on 1 of 2 devices checked so far in the last 7 days, longest 42 min."),
		)
		.toBeVisible();
	await expect
		.element(page.getByText("Ana Prado would have received 2 messages, woken once between 10:00 PM and 07:00 AM."))
		.toBeVisible();
	await expect.element(page.getByText("Checked 2 of 12 devices.")).toBeVisible();
	const names = page
		.getByRole("link")
		.elements()
		.map(({ textContent }) => textContent);
	expect(names).toEqual(["Cold room 2", "Cold room 1"]);
	const chart = page.getByRole("img", { name: "Air of Cold room 2. twice, longest 42 min, 1 h 24 min in total." });
	await expect.element(chart).toBeVisible();
	expect([chart.element().querySelectorAll("rect").length, chart.element().querySelectorAll("line").length]).toEqual([
		2, 1,
	]);
	expect(chart.element().querySelectorAll("path")).toHaveLength(2);
	await userEvent.tab();
	await page.getByText("2 events").click();
	await expect.element(page.getByText(/42 min, at worst 9.5 °C/).first()).toBeVisible();
	expect(requested).toEqual([{ ...warm, days: 7 }]);
});

test("A rehearsal says how many crossings one of its events stands for", () => {
	const { excursions, ...found } = device(1, 21);
	const [first, ...others] = excursions.map((excursion) => ({ ...excursion, crossings: 9_980 }));
	const one = { ...found, excursions: [...(first ? [first] : []), ...excursions.slice(1)] };
	expect(deviceSentence(one)).toContain("21 times, one of them 9,980 crossings, longest 42 min");
	const two = { ...found, excursions: [...others.slice(0, 2), ...excursions.slice(2)] };
	expect(deviceSentence(two)).toContain("21 times, 2 of them 19,960 crossings, longest");
});

test("A rule that is not complete is not rehearsed", async () => {
	const requested = stubRehearsals(() => result);
	await show(<Panel first={null} />);
	await expect.element(page.getByText("Complete the rule to see what it would have done.")).toBeVisible();
	await page.getByText("Change the rule").click();
	await expect.element(page.getByText(/Would have fired twice/)).toBeVisible();
	expect(requested).toHaveLength(1);
});

test("The last response stays while a new one comes, and where none comes", async () => {
	let release: (returned: Reply | null) => void = () => {};
	const requested = stubRehearsals(({ severity }) => {
		if (severity === "warning") return result;
		return requested.length === 2
			? new Promise<Reply>((resolve) => {
					release = resolve as typeof release;
				})
			: { ...result, devices: [device(1, 0)] };
	});
	await show(<Panel />);
	const sentence = page.getByText(/Would have fired twice/);
	await expect.element(sentence).toBeVisible();
	await page.getByText("Change the rule").click();
	await expect.poll(() => requested.length).toBe(2);
	await expect.element(sentence).toHaveAttribute("data-older", "true");
	release(null);
	await expect.element(page.getByRole("alert")).toBeVisible();
	await expect.element(sentence).toBeVisible();
	await page.getByRole("button", { name: "Try again" }).click();
	await expect
		.element(page.getByText("Would not have fired in the last 7 days on the 1 of 12 devices checked so far."))
		.toHaveAttribute("data-older", "false");
	expect(page.getByRole("alert").query()).toBeNull();
});

test("All devices are checked one response after the other, and a longer time is requested anew", async () => {
	const requested = stubRehearsals(({ after, days }) => {
		if (days === 30) return { ...result, devices: [device(9, 0)], after: null };
		if (after === undefined) return result;
		return after === "dev_2"
			? { ...result, devices: [device(3, 1)], after: "dev_3" }
			: { ...result, devices: [device(4, 1)], after: null };
	});
	await show(<Panel />);
	await page.getByRole("button", { name: "Check all devices" }).click();
	await expect.element(page.getByText(/Would have fired 4 times on 3 of 4 devices/)).toBeVisible();
	await expect.element(page.getByText(/Ana Prado would have received 6 messages/)).toBeVisible();
	expect(page.getByRole("button", { name: "Check all devices" }).query()).toBeNull();
	expect(requested.map(({ after }) => after)).toEqual([undefined, "dev_2", "dev_3"]);
	await page.getByText("30 days").click();
	await expect.element(page.getByText("Would not have fired in the last 30 days.")).toBeVisible();
	expect(requested.at(-1)).toEqual({ ...warm, days: 30 });
});

test("A rehearsal stands in a window of 360 pixels", async () => {
	await page.viewport(360, 640);
	stubRehearsals(() => result);
	await show(<Panel />);
	await expect.element(page.getByText("Checked 2 of 12 devices.")).toBeVisible();
	expect(document.documentElement.scrollWidth).toBe(360);
});
