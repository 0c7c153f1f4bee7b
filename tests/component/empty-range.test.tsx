import { describe, expect, test, vi } from "vitest";
import { EmptyRange } from "../../client/features/log/range/empty-range";
import type { LogSearch } from "../../client/features/log/state/log-search";
import { stateFromSearch } from "../../client/features/log/state/log-state";
import { minuteMs } from "../client/readings";
import { logPage, newestAt } from "./log-parts";
import { show } from "./show";

const yearMs = 365 * 24 * 60 * minuteMs;

type Empty = {
	search?: LogSearch;
	previousReadingAt?: number | null;
	onFurther?: () => void;
	hasDevices?: boolean;
	mayAddDevices?: boolean;
};

async function showEmpty({ search = {}, previousReadingAt = null, onFurther, ...others }: Empty = {}) {
	const { hasDevices = true, mayAddDevices = true } = others;
	const onSearch = vi.fn<(search: LogSearch) => void>();
	const screen = await show(
		<EmptyRange
			page={logPage({ previousReadingAt })}
			state={stateFromSearch(search)}
			hasDevices={hasDevices}
			mayAddDevices={mayAddDevices}
			onSearch={onSearch}
			onFurther={onFurther ?? null}
			isLoading={false}
		/>,
	);
	const [change] = [() => onSearch.mock.calls[0]?.[0] ?? {}];
	return { screen, onSearch, change, button: (name: string) => screen.getByRole("button", { name, exact: true }) };
}

describe("A range of the log without entries", () => {
	test("offers to add a device, in an account without devices, to a person who may", async () => {
		const { screen } = await showEmpty({ hasDevices: false });
		await expect.element(screen.getByRole("heading", { name: "No devices yet" })).toBeVisible();
		await expect.element(screen.getByRole("link", { name: "Add device" })).toBeVisible();
		await screen.unmount();
		const viewers = await showEmpty({ hasDevices: false, mayAddDevices: false });
		await expect.element(viewers.screen.getByRole("heading", { name: "No devices yet" })).toBeVisible();
		expect(viewers.screen.getByRole("link").elements()).toEqual([]);
	});

	test("looks through a year for kinds that no reading is of, and does not say that there is nothing earlier", async () => {
		const { screen, button, change } = await showEmpty({ search: { kind: "note" } });
		await expect.element(screen.getByText("Nothing of this kind in this hour")).toBeVisible();
		expect(screen.getByText("There is nothing earlier").elements()).toEqual([]);
		await button("Look through the last year").click();
		const { from, to, ...rest } = change();
		expect(Number(to) - Number(from)).toBe(yearMs);
		expect(Object.keys(rest)).not.toContain("kind");
	});

	test("says when the last reading was, and goes there", async () => {
		const { screen, button, change } = await showEmpty({ previousReadingAt: Date.now() - 192 * minuteMs });
		await expect.element(screen.getByText("No readings in this hour")).toBeVisible();
		await expect.element(screen.getByText(/^Last reading 3 h 12 min ago/)).toBeVisible();
		await button("Go there").click();
		expect(change().offset).toBe("3");
	});

	test("offers to look further for filtered entries while not all of it was looked through", async () => {
		const onFurther = vi.fn();
		const { screen, button } = await showEmpty({ search: { value: "9.." }, onFurther });
		await expect.element(screen.getByRole("heading", { name: "No match yet in this hour" })).toBeVisible();
		await expect.element(screen.getByText("Only a part of it was looked through.")).toBeVisible();
		await button("Look further").click();
		expect(onFurther).toHaveBeenCalledOnce();
	});

	test("says why filters exclude each other, and looks no further", async () => {
		const search = { only: "late", level: "error", from: String(newestAt - 1), to: String(newestAt) };
		const { screen, button, change } = await showEmpty({ search, onFurther: () => {} });
		await expect
			.element(screen.getByRole("heading", { name: "No entry matches these filters in this span" }))
			.toBeVisible();
		await expect.element(screen.getByText("Readings have no level, so nothing can pass both filters.")).toBeVisible();
		expect(button("Look further").elements()).toEqual([]);
		await button("Clear these filters").click();
		expect(change()).toEqual({ level: undefined, text: undefined, value: undefined, only: undefined });
	});
});
