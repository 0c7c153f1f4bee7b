import { afterEach, describe, expect, it, vi } from "vitest";
import { queryClient, retryDelayMs } from "../../client/api/query-client";
import { trpcClient } from "../../client/api/trpc";
import { appConstants } from "../../client/base/app-constants";
import { logsInput, stateFromSearch } from "../../client/features/log/state/log-state";
import { screenTitle } from "../../client/features/shell/screen-title";
import { router } from "../../client/router";
import { nextProgress } from "../../client/ui/feedback/progress-bar";
import { readTimeDisplayMode } from "../../client/ui/time/time-display";
import { formatTimestamp, parseTimeDisplayMode } from "../../shared/time/time-zones";

/** Copied from the specification by hand: the code's own numbers would prove nothing. */

afterEach(() => {
	vi.unstubAllGlobals();
});

describe("the progress bar", () => {
	it("creeps to 90 of 100 every 300 ms and hides after 200", () => {
		expect(appConstants.progressBar).toEqual({ creepTo: 90, complete: 100, creepEveryMs: 300, hideAfterMs: 200 });
		let percent = 0;
		for (let step = 0; step < 1_000; step += 1) percent = nextProgress(percent);
		expect(percent).toBe(90);
	});
});

describe("the queries", () => {
	it("go stale at once, stay for 5 minutes, and retry 3 times", () => {
		const { staleTime, gcTime, retry } = queryClient.getDefaultOptions().queries ?? {};
		expect({ staleTime, gcTime }).toEqual({ staleTime: 0, gcTime: 300_000 });
		if (typeof retry !== "function") throw new Error("A function decides on retries");
		const outage = { data: { httpStatus: 502 } };
		const isTriedAgain = (failedAttempts: number) => Reflect.apply(retry, undefined, [failedAttempts, outage]);
		expect([0, 1, 2, 3].map(isTriedAgain)).toEqual([true, true, true, false]);
		expect(queryClient.getDefaultOptions().queries?.retryDelay).toBe(retryDelayMs);
	});

	it("wait exponentially longer, 30 s at most", () => {
		expect([0, 1, 2, 3, 4, 5, 6, 20].map(retryDelayMs)).toEqual([
			1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000, 30_000,
		]);
	});

	it("say in words of their own that a response cannot be read", async () => {
		vi.stubGlobal("fetch", async () => Response.json([{ error: "of no known shape" }]));
		await expect(trpcClient.account.getCurrent.query()).rejects.toThrow("Unable to transform response from server");
	});
});

describe("the router", () => {
	it("preloads on intent after 50 ms and keeps what it preloaded for 30 s", () => {
		const { defaultPreload, defaultPreloadDelay, defaultPreloadStaleTime } = router.options;
		expect({ defaultPreload, defaultPreloadDelay, defaultPreloadStaleTime }).toEqual({
			defaultPreload: "intent",
			defaultPreloadDelay: 50,
			defaultPreloadStaleTime: 30_000,
		});
	});

	it("shows what is pending after 1000 ms for at least 500, and keeps loader data for 5 minutes, stale at once", () => {
		const { defaultPendingMs, defaultPendingMinMs, defaultGcTime, defaultStaleTime } = router.options;
		expect({ defaultPendingMs, defaultPendingMinMs, defaultGcTime, defaultStaleTime }).toEqual({
			defaultPendingMs: 1_000,
			defaultPendingMinMs: 500,
			defaultGcTime: 300_000,
			defaultStaleTime: 0,
		});
	});

	it("restores scroll positions and takes addresses with and without a trailing slash as they are", () => {
		const { scrollRestoration: restores } = router.options;
		expect(typeof restores === "function" && restores({ location: router.latestLocation })).toBe(true);
		expect(router.options.trailingSlash).toBe("preserve");
	});
});

/** On a screen for one thing this is the title until its name is known. */
const specifiedTitles: Record<string, string> = {
	"/devices": "Devices",
	"/dashboard": "Dashboard",
	"/log/": "Log",
	"/alerts/": "alerts list",
	"/alerts/new/": "New Alert",
	"/alerts/edit/$alertId": "Edit Alert",
	"/groups/": "groups list",
	"/groups/new/": "Create a new group",
	"/groups/edit/$groupId": "Edit group",
	"/reports/": "reports list",
	"/reports/new/": "New Report",
	"/reports/edit/$reportId": "Edit Report",
	"/accounts": "Accounts",
	"/accounts/users/": "Users list",
	"/accounts/users/new": "Create New User",
	"/accounts/users/edit/$userId": "Edit User",
	"/accounts/contacts/": "Contacts list",
	"/accounts/contacts/new": "Create New Contact",
	"/accounts/contacts/edit/$contactId": "Edit Contact",
	"/accounts/keys/": "API keys",
	"/accounts/keys/connect": "Connect an assistant",
	"/accounts/storage/": "Storage",
	"/accounts/customize/": "Customize",
	"/accounts/company/": "Company Information",
	"/accounts/billing/": "Billing",
};

/** Screens that the specification does not name. */
const furtherTitles: Record<string, string> = {
	"/profile": "My profile",
	"/accounts/messages/": "Delivery log",
	"/accounts/audit/": "Audit log",
	"/alerts/coverage/": "Alert coverage",
	"/alerts/events/$eventId": "Alert event",
	"/compare": "Compare",
	"/devices/$deviceId": "Device",
	"/groups/$groupId": "Group",
};

const withoutSlash = (path: string) => path.replace(/\/$/, "");

describe("the titles", () => {
	it("stand on every signed-in screen, letter by letter, and on no other", () => {
		const titled = Object.values(router.routesById).flatMap(({ id, fullPath, options: { staticData = {} } }) => {
			const title = screenTitle({ staticData });
			return id.startsWith("/_authenticated/") && title ? [[withoutSlash(fullPath), title]] : [];
		});
		const specified = Object.entries({ ...specifiedTitles, ...furtherTitles }).map(([path, title]) => [
			withoutSlash(path),
			title,
		]);
		expect(Object.fromEntries(titled)).toEqual(Object.fromEntries(specified));
	});
});

describe("the log and its clock", () => {
	it("first requests the hour that is running", () => {
		expect(logsInput(stateFromSearch({}), { mode: "local", zone: "Europe/Lisbon" })).toEqual({
			rangeType: "hour",
			offset: 0,
		});
	});

	it("shows device time unless exactly `current` is stored", () => {
		expect(readTimeDisplayMode()).toBe("local");
		for (const stored of [null, "", "local", "Current", "CURRENT", " current", "true"]) {
			expect(parseTimeDisplayMode(stored), String(stored)).toBe("local");
		}
		expect(parseTimeDisplayMode("current")).toBe("current");
	});

	it("writes times as short month and two digits each, on a clock of 12 hours", () => {
		expect(formatTimestamp(Date.UTC(2026, 2, 5, 21, 4, 9), 0)).toBe("Mar 05, 09:04:09 PM");
		expect(formatTimestamp(Date.UTC(2026, 10, 21, 0, 0, 0), 0)).toBe("Nov 21, 12:00:00 AM");
	});
});

describe("the toasts", () => {
	it("follow the specification in place, number and time", () => {
		expect(appConstants.toasts).toEqual({
			visible: 3,
			durationMs: 4_000,
			width: 356,
			gap: 14,
			offset: 24,
			mobileOffset: 16,
			position: "bottom-right",
			hotkey: ["altKey", "KeyT"],
		});
	});
});

describe("error reporting", () => {
	it("traces everything, records one visit in ten and every error, and masks no text and blocks no media", () => {
		expect(appConstants.errorReporting).toMatchObject({
			tracesSampleRate: 1,
			replaysSessionSampleRate: 0.1,
			replaysOnErrorSampleRate: 1,
			isTextMasked: false,
			isMediaBlocked: false,
		});
	});
});
