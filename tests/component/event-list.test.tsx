import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { EventList } from "../../client/features/alerts/event-list";
import { EventPage } from "../../client/features/alerts/event-page";
import { EventTimeline, WhyCard } from "../../client/features/alerts/event-timeline";
import { AlertsTab } from "../../client/features/device-page/alerts-tab";
import type { AlertDelivery, AlertEvent, AlertWhy } from "../../shared/alert/alert";
import { minuteMs } from "../../shared/base/durations";
import { sampleDevice } from "./sample-device";
import { eventStart, sampleEvent, sampleEventDetail } from "./sample-event";
import { show } from "./show";
import { rowNames } from "./thing-list";

/** A time of another year states its year. */
const year = new Date().getUTCFullYear() === 2026 ? "" : ", 2026";

const onFilter = vi.fn();
const idOf = (digit: number) => `evt_${String(digit).repeat(26)}`;

const event = (digit: number, change: Partial<AlertEvent>) =>
	sampleEvent({ id: idOf(digit), ruleName: `Rule ${digit}`, ...change });
const three = [
	event(1, { state: "ended", endedAt: eventStart + 90 * minuteMs, endReason: "recovered" }),
	event(2, { state: "acknowledged", acknowledgedBy: "Ana Prado" }),
	event(3, { state: "open", startedAt: eventStart - minuteMs }),
	event(4, { state: "open" }),
];

type Shown = {
	rows?: AlertEvent[];
	filters?: object;
	refusal?: string | null;
	ruleRefusal?: string | null;
	at?: string;
};

function showList({
	rows = three,
	filters = {},
	refusal: denial = null,
	ruleRefusal: ruleDenial = null,
	at = "/",
}: Shown = {}) {
	return show(
		<EventList
			rows={rows}
			counts={{ open: 2, acknowledged: 1, mine: 0 }}
			userId={idOf(9)}
			rules={[]}
			devices={[]}
			groups={[]}
			filters={filters}
			onFilter={onFilter}
			onOlder={null}
			isLoadingOlder={false}
			denial={denial}
			ruleDenial={ruleDenial}
			tabs={null}
		/>,
		{ at },
	);
}

beforeEach(() => page.viewport(1_440, 900));
afterEach(() => onFilter.mockReset());

describe("the list of events", () => {
	test("folds its filters on a phone, and says how many are set", async () => {
		await page.viewport(360, 740);
		await showList({ filters: { states: ["open"], severities: ["critical"] } });
		const opener = page.getByRole("button", { name: "Filters (2)" });
		await expect.element(opener).toHaveAttribute("aria-expanded", "false");
		expect(page.getByRole("button", { name: "Severity: Critical", exact: true }).elements()).toEqual([]);
		await opener.click();
		await expect.element(page.getByRole("button", { name: "Severity: Critical", exact: true })).toBeVisible();
	});

	test("begins with open ones, then acknowledged ones, then the rest, the newest of each first", async () => {
		await showList();
		expect(rowNames().map((name) => name?.slice(0, 6))).toEqual(["Rule 4", "Rule 3", "Rule 2", "Rule 1"]);
		await expect.element(page.getByText("2 open, 1 acknowledged")).toBeVisible();
		const row = page.getByRole("row").filter({ hasText: "Rule 1" });
		for (const text of ["Closed", "9.4 °C", "above 8 °C", "1 h 30 min", `Nov 23${year}, 02:10 AM`])
			await expect.element(row.getByText(text, { exact: true }).first()).toBeInTheDocument();
	});

	test("offers a new rule beside them, and says who may make one", async () => {
		await showList();
		await expect.element(page.getByRole("link", { name: "New rule" })).toHaveAttribute("href", "/alerts/new");
		await showList({ ruleRefusal: "Only owners can change alert rules." });
		await expect
			.element(page.getByRole("button", { name: "New rule" }).last())
			.toHaveAttribute("aria-disabled", "true");
	});

	test("filters in the backend, and says what to do where nothing matches", async () => {
		const { router } = await showList({ rows: [], filters: { states: ["open"] }, at: "/?status=open&q=x&sort=since" });
		await expect.element(page.getByRole("heading", { name: "No events match" })).toBeVisible();
		await page.getByRole("button", { name: "Add filter" }).click();
		await page.getByRole("menuitem", { name: "Severity" }).click();
		await page.getByRole("checkbox", { name: "Critical" }).click();
		expect(onFilter).toHaveBeenCalledWith({ severity: "critical" });
		await userEvent.keyboard("{Escape}");
		await page.getByRole("button", { name: "Clear filters" }).click();
		await expect.poll(() => router.state.location.href).toBe("/?sort=since");
	});

	test("leads to the rules in an account without events", async () => {
		await showList({ rows: [] });
		await expect.element(page.getByRole("heading", { name: "No alert has fired" })).toBeVisible();
		await expect.element(page.getByText("No rule watches your devices yet.")).toBeVisible();
		await expect
			.element(page.getByRole("link", { name: "Show the rules" }))
			.toHaveAttribute("href", "/alerts?view=rules");
	});

	test("asks before it acts on several, and says which are left out", async () => {
		await showList();
		await page.getByRole("checkbox", { name: "Select all alert events" }).click();
		await page.getByRole("region", { name: "Selected events" }).getByRole("button", { name: "Acknowledge" }).click();
		const dialog = page.getByRole("dialog", { name: "Acknowledge 2 events" });
		await expect.element(dialog.getByText(/2 selected events are acknowledged or closed already/)).toBeVisible();
		await expect.element(dialog.getByRole("button", { name: "Acknowledge 2 events" })).toBeVisible();
	});

	test("acknowledges by e the row with the focus, or else all that are selected", async () => {
		await showList();
		await userEvent.keyboard("je");
		const one = page.getByRole("dialog", { name: "Acknowledge Rule 4" });
		await one.getByRole("button", { name: "Cancel" }).click();
		await expect.element(one).not.toBeInTheDocument();
		await page.getByRole("checkbox", { name: "Select all alert events" }).click();
		await userEvent.keyboard("e");
		await expect.element(page.getByRole("dialog", { name: "Acknowledge 2 events" })).toBeVisible();
	});

	test("says how many were notified, and marks events that reached no one", async () => {
		const rows = [
			event(1, { notified: { reached: 3, failed: 0 } }),
			event(2, { notified: { reached: 2, failed: 1 } }),
			event(3, { notified: { reached: 0, failed: 2 } }),
			event(4, {}),
		];
		await showList({ rows });
		const cellsOf = (name: string) => page.getByRole("row").filter({ hasText: name });
		await expect.element(cellsOf("Rule 2").getByText("2, 1 failed")).toBeVisible();
		await expect.element(cellsOf("Rule 3").getByText("Nobody, 2 failed")).toBeVisible();
		await page.getByRole("button", { name: "Add filter" }).click();
		await page.getByRole("menuitem", { name: "Notified" }).click();
		await page.getByRole("checkbox", { name: "Nobody reached" }).click();
		expect(onFilter).toHaveBeenCalledWith({ status: "unreached" });
	});

	test("leads from what is one of many devices to the whole, and back to all", async () => {
		await showList({ filters: { partOf: idOf(9) } });
		await expect
			.element(page.getByRole("link", { name: "The event they are part of" }))
			.toHaveAttribute("href", `/alerts/events/${idOf(9)}`);
		await page.getByRole("button", { name: "Remove filter Part of: one event" }).click();
		expect(onFilter).toHaveBeenLastCalledWith(expect.objectContaining({ of: undefined }));
	});

	test("lets people who may not act look, with the reason", async () => {
		await showList({ refusal: "Only operators" });
		await page.getByRole("checkbox", { name: "Select Rule 4: Freezer 1" }).click();
		const button = page.getByRole("button", { name: "Acknowledge" });
		await expect.element(button).toHaveAttribute("aria-disabled", "true");
	});
});

const history = { id: "history", label: "History", onRun: () => {} };

describe("an event's page", () => {
	test("says what its rule was, how it ended, and what a reader must know", async () => {
		const ended = { state: "ended", endedAt: eventStart + 90 * minuteMs, endReason: "ruleChanged" } as const;
		const detail = sampleEventDetail({ ...ended, isClockWrong: true, instruction: "Shut the door." });
		await show(
			<EventPage event={detail} userId="" denial={null} canReport readings={null} why={null} history={history} />,
		);
		for (const text of [
			"Temperature is above 8 °C.",
			"The rule was changed.",
			"Shut the door.",
			/The clock of the device was wrong/,
			"1 h 30 min",
		])
			await expect.element(page.getByText(text).first()).toBeVisible();
		await page.getByRole("button", { name: "More actions" }).click();
		await expect.element(page.getByRole("menuitem", { name: "Clear…" })).toHaveAttribute("aria-disabled", "true");
		await expect.element(page.getByRole("menuitem", { name: "Comment…" })).not.toHaveAttribute("aria-disabled");
		await expect.element(page.getByRole("menuitem", { name: "History" })).toBeVisible();
	});

	test("names a sensor fault as the cause and links the rule of its recipients apart", async () => {
		const channels = { quantity: "temperature", unit: "°C", name: null } as const;
		const detail = sampleEventDetail({
			ruleName: "Sensor fault",
			condition: { kind: "sensorFault", channels },
			hasRule: true,
		});
		await show(
			<EventPage event={detail} userId="" denial={null} canReport readings={null} why={null} history={history} />,
		);
		await expect.element(page.getByRole("link", { name: "Same as the channel's most severe rule" })).toBeVisible();
		await expect.element(page.getByText("Cause", { exact: true })).toBeVisible();
		expect(page.getByRole("link", { name: "Sensor fault" }).elements()).toEqual([]);
	});

	test("shows one timeline of readings, messages and people, oldest first, in the shown clock", async () => {
		const at = (minute: number) => eventStart + minute * minuteMs;
		const timeline = [
			{ at: at(0), kind: "opened", author: null, text: "Temperature is above 8 °C." },
			{ at: at(1), kind: "notified", author: null, text: "Notified Ana Prado by e-mail" },
			{ at: at(15), kind: "acknowledged", author: "Ana Prado", text: "On my way" },
			{ at: at(16), kind: "muted", author: "Ana Prado", text: "Muted until 2026-11-23T04:30:00.000Z" },
		] as const;
		await show(<EventTimeline event={sampleEventDetail({ timeline: [...timeline] })} />);
		const items = page.getByRole("listitem").elements();
		expect(items.map((item) => item.firstElementChild?.textContent)).toEqual([
			"Opened",
			"Value when it opened",
			"Message sent",
			"Worst value",
			"Acknowledged · Ana Prado",
			"Messages · Ana Prado",
			"Latest value beyond the limit",
		]);
		await expect.element(page.getByText(`Muted until Nov 23${year}, 04:30:00 AM`)).toBeVisible();
	});
});

const delivery: AlertDelivery = {
	kind: "first",
	channel: "email",
	queuedAt: eventStart,
	state: "sent",
	reason: null,
	error: null,
	sentAt: eventStart,
	settledAt: eventStart,
	dueAt: null,
	others: 0,
	isShared: false,
};
const why = (change: Partial<AlertWhy>): AlertWhy => ({
	contactName: "Ana Prado",
	deliveries: [],
	notQueued: null,
	partOf: null,
	...change,
});

describe("why a contact got an event or not", () => {
	test.each<[string, Partial<AlertWhy>, RegExp]>([
		[
			"sent to another contact with the address",
			{ deliveries: [{ ...delivery, isShared: true }] },
			/by E-mail to another contact with the same address, once for both: sent\./,
		],
		["sent with others", { deliveries: [{ ...delivery, others: 3 }] }, /by E-mail: sent, in one message with 3 others/],
		[
			"muted",
			{ deliveries: [{ ...delivery, state: "suppressed", reason: "muted", sentAt: null }] },
			/not sent\. The alert, its rule, its device or a group of the device is muted/,
		],
		[
			"failed",
			{ deliveries: [{ ...delivery, state: "failed", error: "Mailbox full.", sentAt: null }] },
			/failed\. Mailbox full/,
		],
		["not a recipient", { notQueued: "notRecipient" }, /who is not a recipient of the rule/],
		["before messages", { notQueued: "beforeMessages" }, /from before messages were on/],
	])("names that it was %s", async (_, change, words) => {
		await show(
			<WhyCard
				event={sampleEventDetail()}
				contacts={[{ id: "con_1", name: "Ana Prado" }]}
				contactId="con_1"
				response={{ data: why(change), error: null }}
				onContact={() => {}}
			/>,
		);
		await expect.element(page.getByRole("status").getByText(words)).toBeVisible();
	});
});

test("The tab of a device counts its own events for each rule, not those of other devices", async () => {
	const rule = (digit: number) => ({
		id: `alr_${String(digit).repeat(26)}`,
		name: `Rule ${digit}`,
		isEnabled: true,
		severity: "warning" as const,
		condition: "Temperature is above 8 °C.",
		openEvents: 7,
		lastFiredAt: null,
		reach: "reached" as const,
		recipients: [],
		deviceCount: 1,
		isEditable: true,
	});
	const events = [sampleEvent({ alertId: rule(1).id })];
	const page1 = { events, counts: { open: 1, acknowledged: 0, mine: 0 }, nextCursor: null };
	await show(<AlertsTab device={sampleDevice()} alerts={[rule(1), rule(2)]} events={page1} />);
	const rules = page.getByRole("region", { name: "Rules that watch this device" });
	await expect.element(rules.getByText("Temperature is above 8 °C. 1 event of this device not closed.")).toBeVisible();
	await expect.element(rules.getByText("Temperature is above 8 °C.", { exact: true })).toBeVisible();
});
