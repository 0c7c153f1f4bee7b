import { Modal } from "@mantine/core";
import { describe, expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import { ArchiveForm } from "../../client/device-actions/archive-and-delete";
import type { ActedDevice } from "../../client/device-actions/device-changes";
import { FirstReadingText } from "../../client/device-actions/device-key";
import { MuteForm } from "../../client/device-actions/mute-form";
import { RunningChanges } from "../../client/device-actions/running-changes";
import { ClockForm, IntervalsForm } from "../../client/device-actions/setting-forms";
import { ConsoleToaster } from "../../client/features/shell/console-toaster";
import type { BulkProgress } from "../../shared/device/device-inputs";
import type { DeviceRejections } from "../../shared/ingest/device-rejections";
import { sampleDevice } from "./sample-device";
import { show } from "./show";
import { Denied, stubCalls } from "./stubbed-calls";

const device: ActedDevice = {
	id: "dev_1",
	name: "Cold room 1",
	groupIds: [],
	tags: [],
	timezoneOffset: 0,
	timeZoneRule: 2,
};
const other = { ...device, id: "dev_2", name: "Cold room 2" };
const field = (name: string) => page.getByRole("combobox", { name });
const nothing = () => {};

const progress = (done: number, total: number, its: Partial<BulkProgress> = {}): BulkProgress => ({
	id: "und_1",
	isUndo: false,
	done,
	total,
	changed: done,
	...its,
});

async function choose(name: string, option: string): Promise<void> {
	await field(name).click();
	await page.getByRole("option", { name: option }).click();
}

const weekly = { zone: "account", weekly: [{ days: [6], from: "08:00", to: "12:00" }], spans: [] };
const planned = (targetId: string, kind: string, name: string) => ({
	id: `plm_${name}`,
	kind,
	targetId,
	name,
	windows: weekly,
	zone: "UTC",
	reason: "",
	createdBy: "",
	mutedUntil: null,
	next: null,
	isEditable: true,
});

function stub() {
	const change = () => ({ changed: 1, undoId: null });
	const calls = stubCalls({
		"device.muteDevices": change,
		"device.changeDevices": change,
		"alert.planMutes": () => [],
		"alert.getPlannedMutes": () => [
			planned("dev_2", "device", "Cold room 2"),
			planned("grp_1", "group", "Cold rooms"),
			planned("dev_9", "device", "Another"),
		],
	});
	return () => calls.filter(({ procedure }) => procedure !== "alert.getPlannedMutes");
}

test("A question without a field has the focus on its button, so that Enter archives", async () => {
	await show(
		<Modal opened onClose={nothing} title="Archive Cold room 1">
			<ArchiveForm devices={[device]} onClose={nothing} />
		</Modal>,
	);
	await expect.element(page.getByRole("button", { name: "Archive device" })).toHaveFocus();
});

test("Work on many devices says how far it is, as the account's own count has it", async () => {
	const devices = Array.from({ length: 1_200 }, (_, index) => ({ ...device, id: `dev_${index}` }));
	const done = Promise.withResolvers<{ changed: number; undoId: null }>();
	stubCalls({
		"device.archiveDevices": () => done.promise,
		"device.getBulkProgress": () => [progress(50, 90), progress(400, 1_200)],
	});
	const onClose = vi.fn();
	await show(
		<Modal opened onClose={nothing} title="Archive 1,200 devices">
			<ArchiveForm devices={devices} onClose={onClose} />
		</Modal>,
	);
	await page.getByRole("button", { name: "Archive 1,200 devices" }).click();
	await expect
		.element(page.getByText("400 of 1,200 devices. It continues if you close this page.", { exact: true }))
		.toBeVisible();
	done.resolve({ changed: 1_200, undoId: null });
	await expect.poll(() => onClose).toHaveBeenCalledOnce();
});

describe("the dialog of a change that goes on after its call was given up", () => {
	const devices = Array.from({ length: 1_200 }, (_, index) => ({ ...device, id: `dev_${index}` }));
	const earlier = progress(1_200, 1_200, { id: "und_earlier" });

	/** `begins`: whether the account changes anything before the call is given up. */
	async function archiveAll({ begins }: { begins: boolean }) {
		const onClose = vi.fn();
		let notified = [earlier];
		let next = notified;
		const begin = (running: BulkProgress, made: BulkProgress) => () => {
			if (begins)
				[notified, next] = [
					[...notified, running],
					[...notified, made],
				];
			throw new Denied({ reason: "UPSTREAM_TIMEOUT", httpStatus: 504 });
		};
		const back = { isUndo: true };
		stubCalls({
			"device.archiveDevices": begin(progress(400, 1_200), progress(1_199, 1_199)),
			"account.undo": begin(progress(50, 1_199, back), progress(1_100, 1_100, back)),
			"device.getBulkProgress": () => {
				const now = notified;
				notified = next;
				return now;
			},
		});
		await show(
			<>
				<ArchiveForm devices={devices} onClose={onClose} />
				<ConsoleToaster />
			</>,
		);
		await page.getByRole("button", { name: "Archive 1,200 devices" }).click();
		return () => onClose.mock.calls.length;
	}

	test("waits for the change, reports it done and undoes it, with the devices that were left out", async () => {
		const closed = await archiveAll({ begins: true });
		await expect.element(page.getByText("1,199 devices archived")).toBeVisible();
		expect(closed()).toBe(1);
		await page.getByRole("button", { name: "Undo" }).click();
		const undone = "1,100 devices restored. 99 devices changed again meanwhile and stay as they are.";
		await expect.element(page.getByText(undone)).toBeVisible();
	});

	test("reports a failure where the account has begun nothing", async () => {
		const closed = await archiveAll({ begins: false });
		await expect.element(page.getByText("The backend took too long to answer. Try again in a moment.")).toBeVisible();
		expect(closed()).toBe(0);
	});
});

test("A change that runs is found again without its dialog, until it is done", async () => {
	let running = [progress(1_200, 1_200), progress(400, 1_200)];
	stubCalls({ "device.getBulkProgress": () => running });
	await show(<RunningChanges />);
	const line = page.getByText("Changing devices: 400 of 1,200 devices. It continues if you close this page.");
	await expect.element(line).toBeVisible();
	running = [];
	await expect.element(line).not.toBeInTheDocument();
});

describe("the form that mutes devices", () => {
	test("requires a time to come, at the field and with the focus there", async () => {
		const changes = stub();
		await show(<MuteForm devices={[device]} onClose={nothing} />);
		await choose("For", "Until…");
		const until = page.getByLabelText("Until");
		expect(page.getByText("Choose a time.").query()).toBeNull();
		await page.getByRole("button", { name: "Mute device" }).click();
		await expect.element(page.getByText("Choose a time.")).toBeVisible();
		await expect.element(until).toHaveFocus();
		await until.fill("2001-01-01T00:00");
		await expect.element(page.getByText("Choose a time to come.")).toBeVisible();
		await page.getByRole("button", { name: "Mute device" }).click();
		expect(changes()).toEqual([]);
	});

	test("mutes tonight by one press, with the reason, and is done", async () => {
		const changes = stub();
		const onDone = vi.fn();
		await show(<MuteForm devices={[device, other]} onClose={onDone} />);
		await page.getByRole("textbox", { name: "Reason" }).fill("Defrosting");
		await page.getByRole("button", { name: "Mute tonight, 10:00 PM to 06:00 AM" }).click();
		await expect.poll(() => onDone.mock.calls.length).toBe(1);
		const [planned] = changes().filter(({ procedure }) => procedure === "alert.planMutes");
		const { windows, ...sent } = inputOf(planned);
		expect(sent).toEqual({ deviceIds: ["dev_1", "dev_2"], reason: "Defrosting" });
		expect(windows).toEqual({
			zone: "account",
			weekly: [],
			spans: [{ from: expect.any(Number), to: expect.any(Number) }],
		});
	});

	test("stays, with what was typed and the reason beside the button, where tonight's mute fails", async () => {
		const deny = () => {
			throw new Denied({ fields: { reason: "At most 100 planned mutes." } });
		};
		stubCalls({ "alert.planMutes": deny, "alert.getPlannedMutes": () => [] });
		const onDone = vi.fn();
		await show(<MuteForm devices={[device]} onClose={onDone} />);
		const reason = page.getByRole("textbox", { name: "Reason" });
		await reason.fill("Defrosting");
		await page.getByRole("button", { name: /^Mute tonight/ }).click();
		await expect.element(page.getByRole("alert").getByText("At most 100 planned mutes.")).toHaveFocus();
		await expect.element(reason).toHaveValue("Defrosting");
		expect(onDone).not.toHaveBeenCalled();
	});

	test("sends how long and why, and is done", async () => {
		const changes = stub();
		const onDone = vi.fn();
		const devices = [{ ...device, groupIds: ["grp_1"] }, other];
		await show(<MuteForm devices={devices} onClose={onDone} />);
		const ahead = page.getByRole("region", { name: "Already planned" });
		await expect.element(ahead.getByText("Every Sat 08:00 AM to 12:00 PM (UTC).").first()).toBeVisible();
		const names = ahead
			.getByRole("listitem")
			.elements()
			.map((row) => row.textContent);
		expect(names).toEqual([expect.stringMatching(/^Cold room 2/), expect.stringMatching(/^Group Cold rooms/)]);
		await choose("For", "24 hours");
		await page.getByRole("textbox", { name: "Reason" }).fill("Defrosting");
		const before = Date.now();
		await page.getByRole("button", { name: "Mute 2 devices" }).click();
		await expect.poll(() => onDone.mock.calls.length).toBe(1);
		const { until, ...sent } = inputOf(changes()[0]);
		expect(sent).toEqual({ deviceIds: ["dev_1", "dev_2"], reason: "Defrosting" });
		expect(until).toBeGreaterThanOrEqual(before + 24 * 3_600_000);
	});
});

describe("the form of a device's clock", () => {
	test("shuts the standard time where the rule is UTC, and sends the zone that is chosen", async () => {
		const changes = stub();
		const onDone = vi.fn();
		await show(<ClockForm devices={[device]} onClose={onDone} />);
		await choose("Clock mode", "UTC");
		await expect.element(field("Standard time")).toBeDisabled();
		await choose("Clock mode", "Logger daylight time (Mar 8 to Nov 6)");
		await expect.element(field("Standard time")).toBeEnabled();
		await field("Standard time").fill("05:45");
		await page.getByRole("option", { name: "UTC+05:45" }).click();
		await page.getByRole("button", { name: "Apply to 1 device" }).click();
		await expect.poll(() => onDone.mock.calls.length).toBe(1);
		expect(inputOf(changes()[0])).toEqual({
			deviceIds: ["dev_1"],
			clock: { timezoneOffset: 345, timeZoneRule: 1 },
		});
	});
});

describe("the form of several devices' intervals", () => {
	async function applied(...choices: [field: string, option: string][]) {
		const changes = stub();
		const onDone = vi.fn();
		await show(<IntervalsForm devices={[device, other]} onClose={onDone} />);
		for (const [name, option] of choices) await choose(name, option);
		await page.getByRole("button", { name: "Apply to 2 devices" }).click();
		await expect.poll(() => onDone.mock.calls.length).toBe(1);
		return inputOf(changes()[0]);
	}
	const deviceIds = ["dev_1", "dev_2"];
	const inherited = "From the group, or the default";

	test("sends how the devices send, and leaves the intervals as they are", async () => {
		expect(await applied(["Sends readings", "Changes only"])).toEqual({ deviceIds, sends: "changes" });
	});

	test("lets the devices follow their groups in how they send, beside an interval", async () => {
		expect(await applied(["Upload interval", inherited], ["Sends readings", inherited])).toEqual({
			deviceIds,
			inherit: ["uploadIntervalSeconds", "sends"],
		});
	});

	test("changes nothing while everything is left as it is", async () => {
		const changes = stub();
		await show(<IntervalsForm devices={[device]} onClose={nothing} />);
		await choose("Sends readings", "Regularly");
		await choose("Sends readings", "Leave as it is");
		await page.getByRole("button", { name: "Apply to 1 device" }).click();
		await expect.element(page.getByText("Choose what to change.")).toBeVisible();
		expect(changes()).toEqual([]);
	});
});

function inputOf(call: { input: unknown } | undefined): { [name: string]: unknown } {
	return { ...(call?.input as object) }; // as the form sends it
}

test.each([
	["Waiting for the first reading…", null, null],
	["First reading receivedTemperature 4.0 °C", null, 5],
	// A replaced logger: readings from before its key was shown are of the former one.
	["Waiting for the first reading…", 5, 5],
	["First reading receivedTemperature 4.0 °C", 5, 6],
] as const)("Beside a new key it says: %s", async (text, before, lastReceivedAt) => {
	const now = sampleDevice({ lastReceivedAt, refusals: rejectedAt(2) });
	const former = { lastReceivedAt: before, refusals: rejectedAt(2) };
	const screen = await show(<FirstReadingText now={now} before={former} />);
	await expect.poll(() => screen.container.textContent).toContain(text);
});

function rejectedAt(at: number): DeviceRejections {
	const sample = { channel: "Temperatur", at: null, value: "4.2" };
	return { since: at, at, sent: 1, refused: 1, sample, reasons: [{ reason: "unknown-channel", count: 1 }] };
}

test.each([
	["Waiting", null, 1, /^(?!.*rejected).*Waiting/s],
	[
		"why what came was refused",
		null,
		7,
		/^(?!.*received).*1 of 1 reading of the last upload was rejected: the channel/s,
	],
	["both of an upload taken in part", 7, 7, /First reading receivedTemperature 4\.0 °C1 of 1 reading .* was rejected/],
] as const)("Beside a new key it says %s", async (_, lastReceivedAt, denied, text) => {
	const before = { lastReceivedAt: null, refusals: rejectedAt(2) };
	const now = sampleDevice({ lastReceivedAt, refusals: rejectedAt(denied) });
	const screen = await show(<FirstReadingText now={now} before={before} />);
	const own = () => screen.container.textContent.slice(screen.container.textContent.lastIndexOf("}") + 1);
	await expect.poll(own).toMatch(text);
});

test("The first value stands in 32 px, and its line draws itself once", async () => {
	const now = sampleDevice({ lastReceivedAt: 5 });
	const [channel] = now.channels;
	if (!channel) throw new Error("The device has no channel.");
	const before = { lastReceivedAt: null, refusals: null };
	const series = [{ channel: 0, at: [1, 2, 3], value: [3, 5, 4], min: [], max: [], gapMs: null }];
	const day = { channels: [{ ...channel, deviceId: now.id }], series };
	const screen = await show(<FirstReadingText now={now} before={before} day={day} />);
	await expect.element(screen.getByText("4.0 °C", { exact: true })).toHaveStyle({ fontSize: "32px" });
	const line = screen.container.querySelector("svg[viewBox='0 0 200 44']");
	expect(line?.querySelector("path")?.getAttribute("d")).toMatch(/^M0 .*L100 .*L200 /);
	expect(line?.getBoundingClientRect().height).toBe(44);
	expect(line && getComputedStyle(line).animationIterationCount).toBe("1");
});
