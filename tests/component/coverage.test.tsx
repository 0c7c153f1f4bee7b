import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { Coverage } from "../../client/features/alerts/coverage";
import type { AlertCoverage } from "../../shared/alert/alert-coverage";
import { show } from "./show";

const none = { count: 0, listed: [] };
const covered: AlertCoverage = {
	devicesWithoutRule: none,
	silentChannels: none,
	rulesWithoutContact: none,
	rulesAllQuiet: none,
	unwatchedChannels: [],
	stoppedAlerts: none,
	contactsNeverTested: none,
	spentChannels: none,
	deviceCount: 4,
	ruleCount: 1,
};

test("Coverage lists each gap with what repairs it, and says how many more there are", async () => {
	await page.viewport(360, 640);
	const alone = { count: 3, listed: [{ id: "dev_1", name: "Cold room 1" }] };
	const quiet = { count: 1, listed: [{ id: "alr_1", name: "Too warm" }] };
	const channel = { id: "chn_1", name: "Door", deviceId: "dev_2", deviceName: "Van", lastAt: null };
	const silent = { count: 1, listed: [channel] };
	const spent: AlertCoverage["spentChannels"] = { count: 1, listed: [{ channel: "email", until: 86_400_000 }] };
	const humid = { id: "chn_2", name: "Air", deviceId: "dev_3", deviceName: "Cellar" };
	const unwatchedChannels = [{ quantity: "humidity" as const, unit: "%", count: 7, listed: [humid] }];
	const gaps = {
		unwatchedChannels,
		devicesWithoutRule: alone,
		rulesAllQuiet: quiet,
		rulesNotEvaluated: { count: 1, listed: [{ id: "alr_2", name: "Odd" }] },
		silentChannels: silent,
		spentChannels: spent,
	};
	const coverage = { ...covered, ...gaps };
	await show(<Coverage coverage={coverage} mayAddDevices />);
	await expect.element(page.getByText("4 devices and 1 active rule checked: 14 gaps found")).toBeVisible();
	const devices = page.getByRole("region", { name: "Devices without a rule" });
	await expect.element(devices.getByText("And 2 more.")).toBeVisible();
	const hrefs = (region: ReturnType<typeof page.getByRole>) =>
		region
			.getByRole("link")
			.elements()
			.map((link) => link.getAttribute("href"));
	expect(hrefs(devices)).toEqual(["/devices?lack=rule", "/devices/dev_1", "/alerts/new?device=dev_1"]);
	const channelsOf = page.getByRole("region", { name: "Humidity, %: channels without a rule" });
	await expect.element(channelsOf.getByRole("link", { name: "Add one rule for all 7" })).toBeVisible();
	expect(hrefs(channelsOf)).toEqual(["/alerts/new?unwatched=humidity+%25", "/devices/dev_3"]);
	expect(hrefs(page.getByRole("region", { name: "Silent channels" }))).toEqual([
		"/devices/dev_2",
		"/devices/dev_2?tab=settings",
	]);
	expect(hrefs(page.getByRole("region", { name: "Critical rules in quiet hours" }))).toEqual(["/alerts/edit/alr_1"]);
	const stopped = page.getByRole("region", { name: "Rules that are not evaluated" });
	expect(hrefs(stopped)).toEqual(["/alerts/edit/alr_2"]);
	const channels = page.getByRole("region", { name: "Channels used up for today" });
	await expect.element(channels.getByText(/^Until /)).toBeVisible();
	await expect.element(page.getByText("Every contact of a rule has received a message.")).toBeVisible();
	expect(document.documentElement.scrollWidth).toBe(360);
});

test("Coverage without a gap says so", async () => {
	await show(<Coverage coverage={covered} mayAddDevices />);
	await expect.element(page.getByText("4 devices and 1 active rule checked: nothing is missing")).toBeVisible();
});

test("Coverage of an account without devices claims nothing, and offers to add one to a person who may", async () => {
	const empty = { ...covered, deviceCount: 0, ruleCount: 0 };
	const screen = await show(<Coverage coverage={empty} mayAddDevices />);
	await expect.element(page.getByRole("heading", { name: "No devices yet" })).toBeVisible();
	await expect.element(page.getByRole("link", { name: "Add device" })).toBeVisible();
	expect(page.getByText(/^Every/).query()).toBeNull();
	await screen.unmount();
	await show(<Coverage coverage={empty} mayAddDevices={false} />);
	await expect.element(page.getByRole("heading", { name: "No devices yet" })).toBeVisible();
	expect(page.getByRole("link", { name: "Add device" }).query()).toBeNull();
});

test("Coverage says of a part about rules that there is none, rather than that each is sound", async () => {
	await show(<Coverage coverage={{ ...covered, ruleCount: 0 }} mayAddDevices />);
	const part = page.getByRole("region", { name: "Rules that reach nobody" });
	await expect.element(part.getByText("No active rule.")).toBeVisible();
	const devices = page.getByRole("region", { name: "Devices without a rule" });
	await expect.element(devices.getByText("Every device is watched by a rule.")).toBeVisible();
});

test("Coverage shows a long list whole on request", async () => {
	const listed = Array.from({ length: 26 }, (_, index) => ({ id: `dev_${index}`, name: `Cold room ${index}` }));
	await show(<Coverage coverage={{ ...covered, devicesWithoutRule: { count: 26, listed } }} mayAddDevices />);
	const devices = page.getByRole("region", { name: "Devices without a rule" });
	await expect.element(devices.getByRole("link", { name: "Cold room 19", exact: true })).toBeVisible();
	expect(devices.getByRole("link", { name: "Cold room 20", exact: true }).query()).toBeNull();
	await devices.getByRole("button", { name: "Show all 26" }).click();
	await expect.element(devices.getByRole("link", { name: "Cold room 25", exact: true })).toBeVisible();
	expect(devices.getByRole("button").query()).toBeNull();
});
