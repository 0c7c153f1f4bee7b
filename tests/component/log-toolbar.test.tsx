import { beforeEach, expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { LogToolbar } from "../../client/features/log/range/log-toolbar";
import type { LogSearch } from "../../client/features/log/state/log-search";
import { stateFromSearch } from "../../client/features/log/state/log-state";
import type { Following } from "../../client/features/log/state/use-log";
import { show } from "./show";

beforeEach(() => () => page.viewport(1280, 800));

async function showToolbar(search: LogSearch, news: Following["news"] = null) {
	const following = {
		canPause: !search.offset && !search.from,
		isPaused: false,
		news,
		pause: vi.fn(),
		resume: vi.fn(),
	};
	const calls = { onSearch: vi.fn<(change: LogSearch) => void>(), onMove: vi.fn(), onCustom: vi.fn() };
	const screen = await show(<LogToolbar state={stateFromSearch(search)} following={following} {...calls} />);
	await expect.element(screen.getByRole("button", { name: "Earlier" })).toBeVisible();
	return { screen, following, ...calls };
}

test("The time of the log is moved by keys: earlier, later, now and paused", async () => {
	const past = await showToolbar({ range: "day", offset: "2" });
	await userEvent.keyboard("[BracketLeft]");
	await userEvent.keyboard("{Shift>}{ArrowLeft}{/Shift}");
	expect(past.onMove.mock.calls).toEqual([[1], [1]]);
	await userEvent.keyboard("[BracketRight]");
	await userEvent.keyboard("{Shift>}{ArrowRight}{/Shift}");
	expect(past.onMove.mock.calls).toEqual([[1], [1], [-1], [-1]]);
	await userEvent.keyboard("n");
	expect(past.onSearch).toHaveBeenCalledWith({ offset: undefined, from: undefined, to: undefined, zone: undefined });
	await userEvent.keyboard("p");
	expect(past.following.pause).not.toHaveBeenCalled();
	await past.screen.unmount();

	const running = await showToolbar({});
	await userEvent.keyboard("[BracketRight]");
	expect(running.onMove).not.toHaveBeenCalled();
	await userEvent.keyboard("p");
	expect(running.following.pause).toHaveBeenCalledOnce();
});

test.for([
	["Last hour", {}],
	["Last 24 hours", { range: "24h" }],
	["Last 7 days", { range: "7d" }],
	["Today", { range: "day" }],
	["Yesterday", { range: "day", offset: "1" }],
	["Last night", { range: "night" }],
] as const)("%s is a range that moves with the time, and is named once it is shown", async ([name, search]) => {
	const other = await showToolbar({ from: "1000", to: "2000" });
	await other.screen.getByRole("button", { name: "Custom" }).click();
	await other.screen.getByRole("menuitem", { name, exact: name !== "Last night" }).click();
	const { range, offset } = { range: undefined, offset: undefined, ...search };
	const noSpan = { from: undefined, to: undefined, zone: undefined };
	expect(other.onSearch).toHaveBeenCalledWith({ range, offset, ...noSpan });
	await other.screen.unmount();
	const { screen } = await showToolbar(search);
	await screen.getByRole("button", { name, exact: true }).click();
	await expect.element(screen.getByRole("menuitem", { name, exact: name !== "Last night" })).toBeVisible();
	const isChosen = (item: Element) => item.getAttribute("aria-current") === "true";
	const chosen = screen.getByRole("menuitem").elements().filter(isChosen);
	expect(chosen.map((item) => item.textContent)).toEqual([expect.stringContaining(name)]);
});

test("Holds the ranges and the steps in one bar on a phone, and unfolds the rest below it", async () => {
	await page.viewport(360, 740);
	const following = { canPause: true, isPaused: false, news: null, pause: vi.fn(), resume: vi.fn() };
	const calls = { onSearch: vi.fn(), onMove: vi.fn(), onCustom: vi.fn() };
	const state = stateFromSearch({ range: "24h" });
	const screen = await show(
		<LogToolbar state={state} following={following} {...calls} more={<button type="button">Export</button>} />,
	);
	const button = (name: string) => screen.getByRole("button", { name, exact: true });
	await expect.element(button("Earlier")).toBeVisible();
	for (const name of ["Pause", "Now", "Export"]) expect(button(name).elements()).toEqual([]);
	await button("Last 24 hours").click();
	await screen.getByRole("menuitem", { name: "Custom…" }).click();
	expect(calls.onCustom).toHaveBeenCalledOnce();
	button("More controls").element().focus();
	await userEvent.keyboard("{Enter}");
	await expect.element(button("Export")).toBeVisible();
	await button("Pause").click();
	expect(following.pause).toHaveBeenCalledOnce();
	await userEvent.keyboard("[BracketLeft]");
	expect(calls.onMove).toHaveBeenCalledWith(1);
});
