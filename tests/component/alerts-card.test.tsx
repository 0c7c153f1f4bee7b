import { afterEach, expect, test } from "vitest";
import { page } from "vitest/browser";
import { AlertsCard } from "../../client/features/dashboard/summary-cards";
import type { AlertEventState } from "../../shared/alert/alert";
import { sampleEvent } from "./sample-event";
import { show } from "./show";

afterEach(() => page.viewport(1280, 800));

const pageOf = (state: AlertEventState) => ({
	events: [sampleEvent({ state })],
	counts: { open: Number(state === "open"), acknowledged: Number(state === "acknowledged"), mine: 0 },
	nextCursor: null,
});

const looks = [
	["open", "Open", "bad"],
	["acknowledged", "Acknowledged", "warn"],
	["ended", "Closed", "past"],
] as const;

test.each(looks.flatMap((look) => [1280, 360].map((width) => [...look, width] as const)))(
	"An event that is %s says so by a word and a mark of its own: %s, %s, at %i px",
	async (state, word, tone, width) => {
		await page.viewport(width, 800);
		await show(<AlertsCard ruleCount={1} page={pageOf(state)} groupId={null} />);
		const row = page.getByRole("listitem");
		await expect.element(row.getByText(word, { exact: true })).toBeVisible();
		expect(row.element().querySelector("[data-tone]")).toHaveAttribute("data-tone", tone);
		await expect.element(row.getByText("Freezer 1 · Critical, 9.4 °C")).toBeVisible();
	},
);

test("The counts lead to the events of their state, of the group that is shown", async () => {
	await show(<AlertsCard ruleCount={1} page={pageOf("open")} groupId="grp_1" />);
	const link = page.getByRole("link", { name: "1 open" });
	await expect.element(link).toHaveAttribute("href", "/alerts?group=grp_1&status=open");
});

test("An account whose rules never fired, and one whose events cannot be loaded, say so", async () => {
	const none = { events: [], counts: { open: 0, acknowledged: 0, mine: 0 }, nextCursor: null };
	const screen = await show(<AlertsCard ruleCount={2} page={none} groupId={null} />);
	await expect.element(page.getByText("No alert has fired. 2 rules in use.")).toBeVisible();
	await screen.unmount();
	await show(<AlertsCard ruleCount={2} page="none" groupId={null} />);
	await expect.element(page.getByText("The events could not be loaded.")).toBeVisible();
});
