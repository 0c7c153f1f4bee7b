import { expect, test } from "vitest";
import { Tiles } from "../../client/entities/tiles";
import { EventPage } from "../../client/features/alerts/event-page";
import { LatestCard } from "../../client/features/device-page/overview/latest-card";
import { minuteMs } from "../../shared/base/durations";
import type { OverviewTile } from "../../shared/overview/fleet-overview";
import { sampleDevice } from "./sample-device";
import { sampleEventDetail } from "./sample-event";
import { show } from "./show";

const tile = (ahead: OverviewTile["ahead"]): OverviewTile => ({
	...sampleDevice(),
	lastReceivedAt: Date.now(),
	reading: { quantity: "temperature", value: 6.2 },
	low: 2,
	high: 8,
	outSince: null,
	course: [],
	...(ahead && { ahead }),
});

/** Screens count from the whole minute. The next one may begin meanwhile. */
function inMinutes(from: number, to: number) {
	const now = Math.floor(Date.now() / minuteMs) * minuteMs;
	return { limit: 8, from: now + from * minuteMs, to: now + to * minuteMs };
}

test("A tile shows the time to its limit as a range, and its limits without one", async () => {
	const tiles = [
		{ ...tile(inMinutes(83, 127)), id: "dev_1" },
		{ ...tile(inMinutes(42, 53)), id: "dev_2" },
		{ ...tile(inMinutes(52, 68)), id: "dev_3" },
		{ ...tile(inMinutes(3, 68)), id: "dev_4" },
	];
	const screen = await show(<Tiles tiles={tiles} devices={4} groupId={null} />);
	await expect.element(screen.getByText("8 °C in 1 h 20 to 2 h 10 min at this rate")).toBeVisible();
	await expect.element(screen.getByText("8 °C in 40 to 55 min at this rate")).toBeVisible();
	await expect.element(screen.getByText("8 °C in 50 min to 1 h 10 min at this rate")).toBeVisible();
	await expect.element(screen.getByText("2 °C to 8 °C")).toBeVisible();
});

test("The latest readings of a device show the time to a limit beside the limits", async () => {
	const [channel] = sampleDevice().channels;
	if (!channel) throw new Error("No channel");
	const device = sampleDevice({ channels: [{ ...channel, max: 8, ahead: inMinutes(122, 239) }] });
	const screen = await show(<LatestCard device={device} day="none" />);
	await expect.element(screen.getByText("8.0 °C in 2 h to 4 h at this rate")).toBeVisible();
});

test("The page of an open event shows the time to the next limit", async () => {
	const event = sampleEventDetail({
		ahead: { ...inMinutes(122, 179), limit: 12, quantity: "temperature", unit: "°C", decimals: 1 },
	});
	const history = { id: "history", label: "History", denial: null, onRun: () => {} };
	const parts = { userId: "", denial: null, canReport: true, readings: null, why: null, history };
	const screen = await show(<EventPage event={event} {...parts} />);
	await expect.element(screen.getByText("Next limit")).toBeVisible();
	await expect.element(screen.getByText("12.0 °C in 2 h to 3 h at this rate")).toBeVisible();
});
