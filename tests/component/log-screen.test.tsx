import { expect, test, vi } from "vitest";
import { type Locator, userEvent } from "vitest/browser";
import { LogScreen } from "../../client/features/log/log-screen";
import { logPlan } from "../../client/features/log/state/log-plan";
import type { LogSearch } from "../../client/features/log/state/log-search";
import type { LogPage } from "../../shared/log/log";
import { minuteMs } from "../client/readings";
import { logPage, newestAt, SignedIn } from "./log-parts";
import { show } from "./show";

type Shown = { page: LogPage; search?: LogSearch };

async function showLog({ page, search = {} }: Shown) {
	const onSearch = vi.fn<(change: LogSearch) => void>();
	const plan = logPlan(search, { viewer: { mode: "local", zone: "UTC" }, pixels: 500, isPaused: false });
	const following = { canPause: true, isPaused: false, news: null, pause: () => {}, resume: () => {} };
	const screen = await show(
		<SignedIn>
			<LogScreen
				plan={plan}
				requested={plan.state}
				results={{
					pages: [page],
					series: "pending",
					events: [],
					devices: [],
					named: [],
					groups: [],
					channels: null,
					onOlder: null,
					isLoadingOlder: false,
					offerDevices: () => {},
					areDevicesLoading: false,
				}}
				following={following}
				onSearch={onSearch}
				onMove={() => {}}
				onCopyLink={() => {}}
				onImport={() => {}}
				onConnect={() => {}}
			/>
		</SignedIn>,
	);
	await expect.element(screen.getByRole("table", { name: "Readings" })).toBeVisible();
	return { screen, onSearch };
}

const plain = logPage({ entries: [{ ago: 0, value: 4 }] });
const calibrated = logPage({ entries: [{ ago: 0, value: 5, raw: 4 }] });

test.for([
	{ what: "something is calibrated", page: calibrated, search: { form: "long" }, isOffered: true },
	{ what: "a link asks for them", page: plain, search: { form: "long", raw: "on" }, isOffered: true },
	{ what: "nothing is calibrated", page: plain, search: { form: "long" }, isOffered: false },
	{ what: "rows hold several readings", page: calibrated, search: { form: "wide", raw: "on" }, isOffered: false },
])("Raw values where $what: offered $isOffered", async ({ page, search, isOffered }) => {
	const { screen, onSearch } = await showLog({ page, search });
	const raw = screen.getByRole("checkbox", { name: "Raw values", exact: true });
	if (!isOffered) return expect(raw.elements()).toEqual([]);
	const isOn = "raw" in search;
	await expect.element(raw).toHaveProperty("checked", isOn);
	await raw.click();
	expect(onSearch).toHaveBeenCalledWith({ raw: isOn ? undefined : "on" });
});

test("A span of a link that cannot be is said above the log", async () => {
	const { screen } = await showLog({ page: plain, search: { from: "9", to: "8" } });
	const said = screen.getByText("The span of this link is left out: its end is not after its beginning.");
	await expect.element(said).toBeVisible();
});

test("The log opened at a row's moment begins half an hour before the gap that it ends, without the filters", async () => {
	const gapMs = 192 * minuteMs;
	const search = { only: "gaps", text: "cold" };
	const { screen, onSearch } = await showLog({ page: logPage({ entries: [{ ago: 0, value: 9, gapMs }] }), search });
	await screen.getByRole("button", { name: "Row actions" }).click();
	await screen.getByRole("menuitem", { name: "Open log at this moment" }).click();
	expect(onSearch).toHaveBeenCalledWith(
		expect.objectContaining({
			only: undefined,
			text: undefined,
			from: String(newestAt - gapMs - 30 * minuteMs),
			to: String(newestAt + 30 * minuteMs),
		}),
	);
});

async function choose(screen: Pick<Locator, "getByRole">, field: string, option: string): Promise<void> {
	await screen.getByRole("combobox", { name: field, exact: true }).click();
	await screen.getByRole("option", { name: option, exact: true }).click();
}

test("The table is sorted by a choice, and by value says what of the range it holds", async () => {
	const { screen, onSearch } = await showLog({ page: plain });
	await choose(screen, "Sort", "Highest temperature");
	expect(onSearch).toHaveBeenLastCalledWith({ sort: "highest.temperature" });
	await screen.unmount();
	const page = logPage({ entries: Array.from({ length: 1_000 }, (_, ago) => ({ ago, value: 1_000 - ago })) });
	const search = { sort: "highest.temperature", form: "wide" };
	const sorted = await showLog({ page, search });
	const words = "The 1,000 highest readings of temperature in this range, highest first.";
	await expect.element(sorted.screen.getByText(words)).toBeVisible();
	await expect.element(sorted.screen.getByRole("columnheader", { name: "Channel" })).toBeVisible();
	await choose(sorted.screen, "Sort", "Newest first");
	expect(sorted.onSearch).toHaveBeenLastCalledWith({ sort: undefined });
	await sorted.screen.unmount();
	const few = await showLog({ page: plain, search: { sort: "lowest.temperature" } });
	await expect.element(few.screen.getByText("Every reading of temperature in this range, lowest first.")).toBeVisible();
});

test("A filter by value is of a quantity, whose unit is said where it is typed and on its chip", async () => {
	const { screen, onSearch } = await showLog({ page: plain });
	await screen.getByRole("button", { name: "Add filter" }).click();
	await screen.getByRole("menuitem", { name: "Value" }).click();
	await choose(screen, "Of", "Temperature");
	await userEvent.fill(screen.getByLabelText("At least (°C)"), "2");
	await screen.getByRole("button", { name: "Apply" }).click();
	const search = { value: "2..", of: "temperature" };
	expect(onSearch).toHaveBeenLastCalledWith(expect.objectContaining(search));
	await screen.unmount();
	const filtered = await showLog({ page: plain, search });
	await expect
		.element(filtered.screen.getByRole("button", { name: "Temperature at least 2 °C", exact: true }))
		.toBeVisible();
});
