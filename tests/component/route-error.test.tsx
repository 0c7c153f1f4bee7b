import { TRPCClientError } from "@trpc/client";
import { expect, onTestFinished, test, vi } from "vitest";
import { page } from "vitest/browser";
import { appConstants } from "../../client/base/app-constants";
import { RouteError } from "../../client/features/shell/error-screens";
import { show } from "./show";

const outage = new TRPCClientError("fetch failed", { cause: new TypeError("Failed to fetch") });

test("A screen that an outage kept from loading retries by itself, and offers to retry at once", async () => {
	vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
	onTestFinished(() => void vi.useRealTimers());
	const reset = vi.fn();
	await show(<RouteError error={outage} reset={reset} />);
	await expect.element(page.getByText("Retrying automatically.")).toBeVisible();
	await expect.element(page.getByRole("button", { name: "Try again" })).toBeVisible();
	expect(reset).not.toHaveBeenCalled();
	await vi.advanceTimersByTimeAsync(appConstants.live.retryFromMs);
	await expect.poll(() => reset.mock.calls.length).toBe(1);
});

test("A screen that failed for another reason waits for its person", async () => {
	await show(<RouteError error={new Error("A defect")} reset={() => {}} />);
	await expect.element(page.getByRole("button", { name: "Try again" })).toBeVisible();
	expect(page.getByText(/^Retrying automatically/).elements()).toEqual([]);
});
