import { beforeEach, describe, expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { timeColumn } from "../../client/ui/table/list-columns";
import { storeTimeDisplayMode, viewerZone } from "../../client/ui/time/time-display";
import {
	focusedText,
	headers,
	columns as listColumns,
	manyThings,
	rowNames,
	showThings,
	type Thing,
	thing,
} from "./thing-list";

const rowActions = () => [{ id: "wash", label: "Wash", onRun: () => {} }];
const three = manyThings(3);
const usual = ["Thing", "Size", "Kind", "Actions"];
const columnsButton = () => page.getByRole("button", { name: "Columns", exact: true });
const choice = (name: string) => page.getByRole("menuitemcheckbox", { name: new RegExp(`^${name}`) });
const area = () => page.getByRole("region", { name: "Things", exact: true }).element();

beforeEach(() => page.viewport(1_280, 800));

describe("the columns of a list", () => {
	test("change by choice, stay remembered, and reset", async () => {
		const screen = await showThings(three, { rowActions });
		expect(headers()).toEqual(usual);
		await columnsButton().click();
		await expect.element(choice("Size")).toHaveAttribute("aria-checked", "true");
		await expect.element(choice("Thing")).not.toBeInTheDocument();
		await choice("Size").click();
		await expect.element(choice("Size")).toHaveAttribute("aria-checked", "false");
		await choice("Note").click();
		await expect.poll(headers).toEqual(["Thing", "Kind", "Note", "Actions"]);
		await screen.unmount();
		await showThings(three, { rowActions });
		expect(headers()).toEqual(["Thing", "Kind", "Note", "Actions"]);
		await columnsButton().click();
		await page.getByRole("menuitem", { name: "Reset" }).click();
		await expect.poll(headers).toEqual(usual);
	});

	test("takes choices by keyboard, and gives the button the focus again", async () => {
		await showThings(three);
		columnsButton().element().focus();
		await userEvent.keyboard("{Enter}");
		await expect.poll(() => document.activeElement?.getAttribute("role")).toBe("menuitemcheckbox");
		await userEvent.keyboard("{Home}");
		expect(focusedText()).toBe("Size");
		await userEvent.keyboard("{Enter}");
		await expect.poll(headers).toEqual(["Thing", "Kind"]);
		await userEvent.keyboard("{Escape}");
		await expect.poll(focusedText).toBe("Columns");
	});

	test("say so where there is no room for them, and stand where a person ticks them", async () => {
		await page.viewport(360, 740);
		await showThings(three);
		expect(headers()).toEqual(["Thing", "Size"]);
		await columnsButton().click();
		for (const name of ["Kind", "Code"]) {
			await expect.element(choice(name).getByText("no room")).toBeVisible();
			await expect.element(choice(name)).toHaveAttribute("aria-checked", "false");
		}
		await choice("Kind").click();
		await expect.poll(headers).toEqual(["Thing", "Size", "Kind"]);
		await expect.element(choice("Kind")).toHaveAttribute("aria-checked", "true");
		await expect.element(choice("Kind").getByText("no room")).not.toBeInTheDocument();
		expect(document.documentElement.scrollWidth, "the page itself stays").toBe(360);
		await page.getByRole("menuitem", { name: "Reset" }).click();
		await expect.poll(headers).toEqual(["Thing", "Size"]);
		await expect.element(choice("Kind").getByText("no room")).toBeVisible();
	});

	test("stand first where the window is wide", async () => {
		await page.viewport(1_800, 800);
		await showThings(three);
		expect(headers()).toEqual(["Thing", "Size", "Kind", "Code"]);
	});

	test("sort the list, there and back, and keep the title's focus", async () => {
		const screen = await showThings(three);
		const title = page.getByRole("columnheader", { name: /^Thing, / });
		await expect.element(title).toHaveAttribute("aria-sort", "ascending");
		await title.getByRole("button").click();
		await expect.element(title).toHaveAttribute("aria-sort", "descending");
		expect(screen.address()).toBe("/?sort=-name");
		await expect.poll(rowNames).toEqual(["Thing 3", "Thing 2", "Thing 1"]);
		await userEvent.keyboard("{Enter}");
		await expect.poll(rowNames).toEqual(["Thing 1", "Thing 2", "Thing 3"]);
		expect(document.activeElement).toBe(title.getByRole("button").element());
	});

	test("names the order at the title, for what is shown and not for a sort key", async () => {
		const made = { dry: 3, wet: 1, torn: 2 };
		const [first] = listColumns;
		const when = timeColumn<Thing>({
			id: "made",
			header: "Made",
			isNewestFirst: true,
			at: ({ kind }) => new Date(Date.UTC(2026, 4, made[kind])),
		});
		const worst = {
			id: "worst",
			header: "Wear",
			value: ({ size }: Thing) => size,
			sortWords: ["worst first", "best first"] as const,
		};
		await showThings([thing("A", { kind: "wet" }), thing("B"), thing("C", { kind: "torn" })], {
			columns: [when, first, worst],
		});
		const title = (name: string) => page.getByRole("columnheader", { name: new RegExp(`^${name}`) });
		const button = (name: string) => title(name).getByRole("button", { name, exact: true });
		const names = () => [...document.querySelectorAll("tbody tr a")].map(({ textContent }) => textContent);
		expect(names()).toEqual(["B", "C", "A"]);
		await expect.element(title("Made")).toHaveAttribute("aria-sort", "descending");
		await expect.element(title("Made").getByRole("button", { name: "Made, newest first" })).toBeVisible();
		await expect.poll(() => title("Made").element().textContent).toMatch(new RegExp(`\\(${viewerZone}\\)`));
		await title("Made").getByRole("button").click();
		await expect.element(title("Made")).toHaveAttribute("aria-sort", "ascending");
		await expect.element(title("Made").getByRole("button", { name: "Made, oldest first" })).toBeVisible();
		await expect.poll(names).toEqual(["A", "C", "B"]);
		await expect.element(button("Thing")).toHaveAttribute("title", "Sort: A to Z");
		await button("Thing").click();
		await expect.element(title("Thing").getByRole("button", { name: "Thing, A to Z" })).toBeVisible();
		await button("Wear").click();
		await expect.element(title("Wear").getByRole("button", { name: "Wear, worst first" })).toBeVisible();
		await expect.element(button("Made")).toBeVisible();
	});

	test("shows the offset of its device beside each time, and the one clock once a person chose theirs", async () => {
		const [first] = listColumns;
		const offsets: Record<string, number> = { A: 60, B: -420 };
		const since = timeColumn<Thing>({
			id: "since",
			header: "Since",
			clock: ({ name }) => ({ timezoneOffset: offsets[name] ?? 0, timeZoneRule: 2 }),
			at: () => new Date(Date.UTC(2026, 4, 1, 12)),
		});
		await showThings([thing("A"), thing("B")], { columns: [first, since] });
		const cell = (name: string) => page.getByRole("row", { name: new RegExp(`^${name} `) }).getByRole("cell");
		await expect.poll(() => cell("A").element().textContent).toMatch(/01:00 PM UTC\+01:00/);
		await expect.poll(() => cell("B").element().textContent).toMatch(/05:00 AM UTC[-−]07:00/);
		await expect
			.poll(() => page.getByRole("columnheader", { name: /^Since/ }).element().textContent)
			.toMatch(/\(device time\)/);
		storeTimeDisplayMode("current");
		const text = (name: RegExp) => page.getByRole("columnheader", { name }).element().textContent;
		await expect.poll(() => text(/^Since/)).toContain(`(${viewerZone})`);
		expect(cell("A").element().textContent).not.toContain("UTC+01:00");
	});

	test("leave the name in its place when they are scrolled sideways", async () => {
		await page.viewport(360, 740);
		localStorage.setItem("columns.v1.things", '{"hidden":[],"added":["kind","code","note"]}');
		await showThings(three, { rowActions, bulkActions: [] });
		const places = () =>
			["tbody th", "thead th", "tbody td"].map((cell) => document.querySelector(cell)?.getBoundingClientRect().left);
		const before = places();
		area().scrollBy(120, 0);
		expect(area().scrollLeft).toBeGreaterThan(0);
		expect(places()).toEqual(before);
	});
});

describe("the columns that stand", () => {
	test("cover no title's button so that less than a target of it is left", async () => {
		await page.viewport(360, 740);
		localStorage.setItem("columns.v1.things", '{"hidden":[],"added":["kind","code","note"]}');
		await showThings(three, { rowActions, bulkActions: [] });
		const scroller = area();
		const most = scroller.scrollWidth - scroller.clientWidth;
		expect(most).toBeGreaterThan(60);
		const tooSmall: unknown[] = [];
		for (let at = 0; at <= most; at += 3) {
			scroller.scrollLeft = at;
			// The scroll is reported with the next frame.
			await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
			const [name, ...others] = [...document.querySelectorAll("thead th")];
			const [from, to] = [name?.getBoundingClientRect().right ?? 0, others.pop()?.getBoundingClientRect().left ?? 0];
			for (const button of others.flatMap((title) => [...title.querySelectorAll("button")])) {
				const { left, right, width } = button.getBoundingClientRect();
				const seen = Math.min(right, to) - Math.max(left, from);
				const isLeft = seen <= 0 || seen >= Math.min(24, width - 1) || button.tabIndex === -1;
				if (!isLeft) tooSmall.push([at, button.textContent, seen]);
			}
		}
		expect(tooSmall).toEqual([]);
	});
});

describe("a name that does not fit", () => {
	test("shows in whole at a pointer, and a name that fits is not shown twice", async () => {
		await page.viewport(800, 740);
		const long = `Whole ${"W".repeat(58)}`;
		await showThings([thing(long), thing("Short")]);
		const short = page.getByRole("rowheader", { name: "Short" });
		await short.hover();
		await expect.element(short).not.toHaveAttribute("title");
		const cut = page.getByRole("rowheader", { name: long });
		await cut.hover();
		await expect.element(cut).toHaveAttribute("title", long);
	});
});

describe("a list that is filtered to nothing", () => {
	test("says so, makes no file, and offers the way back", async () => {
		const screen = await showThings(three, { at: "/?q=nothing+like+it&sort=-size" });
		await expect.element(page.getByRole("heading", { name: "No thing matches" })).toBeVisible();
		await expect.element(page.getByText("None of your 3 things fits all of these filters at once.")).toBeVisible();
		await expect.element(page.getByRole("button", { name: "Export CSV" })).toBeDisabled();
		await page.getByRole("button", { name: "Clear filters" }).click();
		await expect.element(page.getByRole("table")).toBeVisible();
		expect(screen.address()).toBe("/?sort=-size");
	});
});
