import { QueryClient } from "@tanstack/react-query";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createLiveRefresh } from "../../client/api/live-refresh";

beforeEach(() => {
	vi.useFakeTimers();
});
afterEach(() => {
	vi.useRealTimers();
});

const paths = ["log.getLogs", "device.getDevices", "alert.getAlerts", "group.getGroups", "account.getCurrent"];
const keyOf = (path: string) => [path.split("."), { type: "query" }];

function harness({ isHidden = false } = {}) {
	const queryClient = new QueryClient();
	const page = { isHidden };
	for (const path of paths) queryClient.setQueryData(keyOf(path), path);
	const refresh = createLiveRefresh({ queryClient, random: () => 1, isHidden: () => page.isHidden });
	const invalidated = () => paths.filter((path) => queryClient.getQueryState(keyOf(path))?.isInvalidated);
	return { refresh, invalidated, page };
}

describe("refreshing by invalidations", () => {
	it.each([
		["log", ["log.getLogs"]],
		["devices", ["device.getDevices"]],
		["alerts", ["alert.getAlerts"]],
		["groups", ["device.getDevices", "group.getGroups"]],
		["account", ["account.getCurrent"]],
	] as const)("refreshes what shows %s, and nothing else", (topic, expected) => {
		const { refresh, invalidated } = harness();
		refresh.record([topic]);
		vi.advanceTimersByTime(2_000);
		expect(invalidated()).toEqual(expected);
	});

	it("waits up to two seconds, and refreshes once for all invalidations of that time", () => {
		const { refresh, invalidated } = harness();
		refresh.record(["log"]);
		vi.advanceTimersByTime(1_999);
		refresh.record(["alerts"]);
		expect(invalidated()).toEqual([]);
		vi.advanceTimersByTime(1);
		expect(invalidated()).toEqual(["log.getLogs", "alert.getAlerts"]);
		expect(vi.getTimerCount()).toBe(0);
	});

	it("refreshes everything after a break", () => {
		const { refresh, invalidated } = harness();
		refresh.record("everything");
		refresh.record(["log"]);
		vi.advanceTimersByTime(2_000);
		expect(invalidated()).toEqual(paths);
	});

	it("leaves a topic to the part that has taken it over, until it gives the topic back", () => {
		const { refresh, invalidated } = harness();
		const listener = vi.fn();
		const giveBack = refresh.subscribe("log", listener);
		refresh.record(["log", "alerts"]);
		vi.advanceTimersByTime(2_000);
		expect([invalidated(), listener.mock.calls.length]).toEqual([["alert.getAlerts"], 1]);
		refresh.record("everything");
		vi.advanceTimersByTime(2_000);
		expect([invalidated(), listener.mock.calls.length]).toEqual([paths.slice(1), 2]);
		giveBack();
		refresh.record(["log"]);
		vi.advanceTimersByTime(2_000);
		expect([invalidated().includes("log.getLogs"), listener.mock.calls.length]).toEqual([true, 2]);
	});

	it("waits on a page that is not visible", () => {
		const { refresh, invalidated, page } = harness({ isHidden: true });
		refresh.record(["log"]);
		vi.advanceTimersByTime(60_000);
		expect(invalidated()).toEqual([]);
		page.isHidden = false;
		refresh.resume();
		expect(invalidated()).toEqual(["log.getLogs"]);
	});

	it("forgets what is due when no one is signed in any more", () => {
		const { refresh, invalidated } = harness();
		refresh.record("everything");
		refresh.stop();
		vi.advanceTimersByTime(2_000);
		refresh.resume();
		expect(invalidated()).toEqual([]);
	});
});
