import { expect, test, vi } from "vitest";
import { LogScreen } from "../../client/features/log/log-screen";
import type { LogSearch } from "../../client/features/log/log-search";
import { viewFromSearch } from "../../client/features/log/log-view";
import type { LogPage } from "../../shared/log";
import { logPage, minuteMs, newestAt, SignedIn } from "./log-parts";
import { show } from "./show";

type Shown = { page: LogPage; search?: LogSearch };

async function showLog({ page, search = {} }: Shown) {
	const onSearch = vi.fn<(change: LogSearch) => void>();
	const view = viewFromSearch(search);
	const following = { canPause: true, isPaused: false, news: null, pause: () => {}, resume: () => {} };
	const screen = await show(
		<SignedIn>
			<LogScreen
				view={view}
				requested={view}
				input={{ rangeType: "hour", offset: 0 }}
				pages={[page]}
				series="pending"
				events={[]}
				devices={[]}
				groups={[]}
				channels={null}
				following={following}
				onOlder={null}
				isLoadingOlder={false}
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

test("The log opened at a row's moment begins half an hour before the gap that it ends, without the filters", async () => {
	const gapMs = 192 * minuteMs;
	const search = { only: "gaps", text: "cold" };
	const { screen, onSearch } = await showLog({ page: logPage({ entries: [{ ago: 0, value: 9, gapMs }] }), search });
	await screen.getByRole("button", { name: "Row actions" }).click();
	await screen.getByRole("menuitem", { name: "Open log at this moment" }).click();
	expect(onSearch).toHaveBeenCalledWith(
		expect.objectContaining({
			...{ only: undefined, text: undefined },
			from: String(newestAt - gapMs - 30 * minuteMs),
			to: String(newestAt + 30 * minuteMs),
		}),
	);
});
