import { beforeEach, expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import type { LogForm } from "../../client/features/log/state/log-state";
import { gatherReadings } from "../../client/features/log/table/log-readings";
import { LogTable, type RowActions } from "../../client/features/log/table/log-table";
import type { LogPage } from "../../shared/log/log";
import { minuteMs } from "../client/readings";
import { air, clock, damp, device, logPage, newestAt } from "./log-parts";
import { show } from "./show";

beforeEach(() => () => page.viewport(1280, 800));

type Shown = { form?: LogForm; isRaw?: boolean; isOfOneDevice?: boolean; actions?: RowActions };

const noActions: RowActions = { onNote: null, onOpen: () => {}, judgeDenial: null };

function table(shown: LogPage, { form = "wide", actions = noActions, ...shape }: Shown = {}) {
	const { from, to } = shown;
	return (
		<LogTable
			log={gatherReadings([shown])}
			span={{ from, to }}
			form={form}
			{...shape}
			clock={clock}
			actions={actions}
		/>
	);
}

test.for(["wide", "long"] as const)(
	"A reading out of its channel's limits says so in the %s form, and others do not",
	async (form) => {
		const limited = { ...air, min: 2, max: 8 };
		const entries = [9.5, 5, 1.5].map((value, ago) => ({ ago, value }));
		const screen = await show(table(logPage({ entries, channels: [limited] }), { form }));
		await expect.element(screen.getByRole("cell", { name: "Above 8.0 °C 9.5 °C" })).toBeVisible();
		await expect.element(screen.getByRole("cell", { name: "Below 2.0 °C 1.5 °C" })).toBeVisible();
		await expect.element(screen.getByRole("cell", { name: "5.0 °C", exact: true })).toBeVisible();
	},
);

test.for(["wide", "long"] as const)("A marked reading says so in words in the %s form", async (form) => {
	const entries = [327.67, 9.5, 6, 5].map((value, ago) => ({ ago, value }));
	const marked = logPage({ entries, channels: [{ ...air, min: 2, max: 8 }] });
	const mark = marked.readings.value.map((value) => {
		return value === 327.67
			? ("doubtful" as const)
			: value === 9.5
				? ("excluded" as const)
				: value === 6
					? ("counts" as const)
					: null;
	});
	const screen = await show(table({ ...marked, readings: { ...marked.readings, mark } }, { form }));
	for (const name of ["327.7 °C doubtful", "9.5 °C excluded", "6.0 °C counts", "5.0 °C"]) {
		await expect.element(screen.getByRole("cell", { name, exact: true })).toBeVisible();
	}
});

const calibrated = logPage({
	entries: [
		{ ago: 0, value: 5.125, raw: 4.125 },
		{ ago: 0, value: 61, channel: damp },
		{ ago: 30, value: 2.5, lateBy: 25 },
	],
});

test("Shows what was sent beside what is read from it where it is requested, with all its digits", async () => {
	const screen = await show(table(calibrated, { form: "long", isRaw: true }));
	await expect.element(screen.getByRole("columnheader", { name: "Raw", exact: true })).toBeVisible();
	for (const name of ["5.1 °C", "4.125", "61", "2.5"])
		await expect.element(screen.getByRole("cell", { name, exact: true })).toBeVisible();
	await screen.unmount();
	const other = await show(table(calibrated, { form: "long" }));
	await expect.element(other.getByRole("cell", { name: "5.1 °C", exact: true })).toBeVisible();
	expect(other.getByRole("columnheader", { name: "Raw", exact: true }).elements()).toEqual([]);
});

test("A reading that came in late is marked at its time, and others are not", async () => {
	const screen = await show(table(calibrated, { form: "long" }));
	const late = screen.getByText("late", { exact: true });
	await expect.element(late).toBeVisible();
	expect(late.elements()).toHaveLength(1);
	const row = screen.getByRole("row").filter({ hasText: "late" });
	await expect.element(row.getByRole("cell", { name: "2.5 °C", exact: true })).toBeVisible();
});

test("A reading that ends a gap says how long it was, where gaps are looked for", async () => {
	const onOpen = vi.fn();
	const gapMs = 192 * minuteMs;
	const screen = await show(
		table(logPage({ entries: [{ ago: 0, value: 9, gapMs }] }), { actions: { ...noActions, onOpen } }),
	);
	await expect.element(screen.getByRole("columnheader", { name: "After a gap of" })).toBeVisible();
	await expect.element(screen.getByRole("cell", { name: "3 h 12 min", exact: true })).toBeVisible();
	await screen.getByRole("button", { name: "Row actions" }).click();
	await screen.getByRole("menuitem", { name: "Open log at this moment" }).click();
	expect(onOpen).toHaveBeenCalledWith(expect.objectContaining({ at: newestAt, gapMs }));
	await screen.unmount();
	const other = await show(table(logPage({ entries: [{ ago: 0, value: 9 }] })));
	await expect.element(other.getByRole("cell", { name: "9.0 °C", exact: true })).toBeVisible();
	expect(other.getByRole("columnheader", { name: "After a gap of" }).elements()).toEqual([]);
});

test("The menu of a row says why no note can be added, where none can", async () => {
	const screen = await show(table(logPage({ entries: [{ ago: 0, value: 9 }] })));
	await screen.getByRole("button", { name: "Row actions" }).click();
	const item = screen.getByRole("menuitem", { name: /^Add note here/ });
	await expect.element(item.getByText("Your role cannot add notes.", { exact: true })).toBeVisible();
	await expect.element(item).toBeDisabled();
});

test("Keeps a row's time, device, channel and value, and what an entry says, side by side on a phone", async () => {
	await page.viewport(360, 740);
	const event = { id: "log_1", deviceId: device.id, at: newestAt - minuteMs, level: "info", author: null } as const;
	const events = [
		{ ...event, kind: "config", text: "Renamed by Ana" } as const,
		{ ...event, id: "log_2", kind: "note", text: "Fan replaced", author: "Ana" } as const,
	];
	const screen = await show(table(logPage({ entries: [{ ago: 0, value: -17.5 }], events }), { form: "long" }));
	for (const text of ["Air", "−17.5 °C", "Renamed by Ana"]) {
		const shown = screen.getByText(text, { exact: true });
		await expect.element(shown).toBeVisible();
		const { left, right } = shown.element().getBoundingClientRect();
		expect(left >= 0 && right <= 360, `${text}: ${left} to ${right}`).toBe(true);
	}
	await expect.element(screen.getByRole("cell", { name: "Cold room Renamed by Ana" })).toBeVisible();
	await expect.element(screen.getByRole("cell", { name: "Cold room Fan replaced · Ana" })).toBeVisible();
	await expect.element(screen.getByRole("columnheader", { name: "Event" })).not.toBeInTheDocument();
	const time = screen.getByRole("row", { name: /17.5/ }).getByRole("time");
	const lineOf = (word: RegExp) => {
		const range = document.createRange();
		const texts = document.createTreeWalker(time.element(), NodeFilter.SHOW_TEXT);
		for (let node = texts.nextNode(); node; node = texts.nextNode()) {
			if (!word.test(node.textContent ?? "")) continue;
			range.selectNodeContents(node);
			return range.getClientRects();
		}
		throw new Error(`No ${word} in ${time.element().textContent}`);
	};
	const [date, clock] = [lineOf(/Nov/), lineOf(/:\d\d:\d\d PM/)];
	expect([date.length, clock.length]).toEqual([1, 1]);
	expect(clock[0]?.top).toBeGreaterThan(date[0]?.top ?? 0);
	await page.viewport(1_024, 740);
	await expect.element(screen.getByRole("cell", { name: "Air", exact: true })).toBeVisible();
	await expect.element(screen.getByRole("columnheader", { name: "Event" })).toBeVisible();
});

test("The rows of one device do not name it, on a phone neither", async () => {
	const shown = table(logPage({ entries: [{ ago: 0, value: -17.5 }] }), { form: "wide", isOfOneDevice: true });
	for (const width of [360, 1_024]) {
		await page.viewport(width, 740);
		const screen = await show(shown);
		await expect.element(screen.getByRole("cell", { name: "−17.5 °C" })).toBeVisible();
		await expect.element(screen.getByRole("columnheader", { name: "Device" })).not.toBeInTheDocument();
		await screen.unmount();
	}
});

test.for(["wide", "long"] as const)(
	"Offers to exclude a reading, and to let a doubtful one count, in the %s form",
	async (form) => {
		const shown = logPage({
			entries: [
				{ ago: 0, value: 327.67 },
				{ ago: 1, value: 9 },
			],
		});
		const page = { ...shown, readings: { ...shown.readings, mark: ["doubtful" as const, null] } };
		const screen = await show(table(page, { form }));
		for (const [value, label, title] of [
			["327.7 °C", "Let it count…", "Let doubtful readings count"],
			["9.0 °C", "Exclude…", "Exclude readings"],
		] as const) {
			const row = screen.getByRole("row").filter({ hasText: value });
			await row.getByRole("button", { name: "Row actions" }).click();
			const other = label === "Exclude…" ? "Let it count…" : "Exclude…";
			await expect.element(screen.getByRole("menuitem", { name: label })).toBeVisible();
			expect(screen.getByRole("menuitem", { name: other }).elements()).toEqual([]);
			await screen.getByRole("menuitem", { name: label }).click();
			const dialog = screen.getByRole("dialog", { name: title });
			await expect.element(dialog.getByText(/Air/)).toBeVisible();
			await dialog.getByRole("button", { name: "Cancel" }).click();
			await expect.element(dialog).not.toBeInTheDocument();
		}
	},
);

test("Says in the menu of a row why nothing can be excluded", async () => {
	const judgeDenial = "Only owners can exclude readings.";
	const screen = await show(
		table(logPage({ entries: [{ ago: 0, value: 9 }] }), { actions: { ...noActions, judgeDenial } }),
	);
	await screen.getByRole("button", { name: "Row actions" }).click();
	const item = screen.getByRole("menuitem", { name: /^Exclude/ });
	await expect.element(item.getByText(judgeDenial, { exact: true })).toBeVisible();
	await expect.element(item).toBeDisabled();
});
