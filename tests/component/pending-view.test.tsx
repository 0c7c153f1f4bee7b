import { TRPCClientError } from "@trpc/client";
import { afterEach, expect, onTestFinished, test, vi } from "vitest";
import { page } from "vitest/browser";
import { connection } from "../../client/api/connection";
import { queryClient } from "../../client/api/query-client";
import { trpcClient } from "../../client/api/trpc";
import { appConstants } from "../../client/base/app-constants";
import { PendingView, ScreenPlaceholder } from "../../client/features/shell/error-screens";
import { ConnectionNotice } from "../../client/features/shell/notices";
import { show } from "./show";

const { lateAfterMs, givenUpAfterMs } = appConstants.results;

afterEach(() => {
	connection.reached();
	queryClient.clear();
});

const again = page.getByRole("button", { name: "Try again" });

function holdClock() {
	vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
	onTestFinished(() => void vi.useRealTimers());
}

/** A line that takes requests and never responds. */
function silentLine() {
	return vi.spyOn(window, "fetch").mockImplementation(
		(_, init) =>
			new Promise((_resolve, reject) => {
				init?.signal?.addEventListener("abort", () => reject(init.signal?.reason));
			}),
	);
}

test("A screen whose first call failed says what is out while it is tried again", async () => {
	await show(<PendingView />);
	await expect.element(page.getByText("Loading...")).toBeVisible();
	expect(again.elements()).toEqual([]);
	vi.spyOn(window, "fetch").mockRejectedValue(new TypeError("Failed to fetch"));
	await expect(trpcClient.account.getCurrent.query()).rejects.toThrow(TRPCClientError);
	const said = page.getByRole("alert").getByText("Can't reach AQLCloud. Check your connection and try again.");
	await expect.element(said).toBeVisible();
	await expect.element(again).toBeVisible();
	connection.reached();
	await expect.element(page.getByText("Loading...")).toBeVisible();
});

test("A screen on a silent line says so, and asks anew at once", async () => {
	holdClock();
	const line = silentLine();
	await show(<PendingView />);
	const first = queryClient.prefetchQuery({
		queryKey: ["waits"],
		queryFn: () => trpcClient.account.getCurrent.query(),
	});
	await vi.advanceTimersByTimeAsync(lateAfterMs - 1);
	expect(again.elements()).toEqual([]);
	await vi.advanceTimersByTimeAsync(1);
	await expect.element(page.getByText("AQLCloud has not answered yet.")).toBeVisible();
	expect(line).toHaveBeenCalledTimes(1);
	await again.click();
	await first;
	expect(again.elements()).toEqual([]);
	const second = queryClient.prefetchQuery({ queryKey: ["waits"], queryFn: async () => "answered" });
	await second;
	expect(queryClient.getQueryData(["waits"])).toBe("answered");
});

test("A call on a silent line is given up, and counts as the line's failure", async () => {
	holdClock();
	silentLine();
	const wanted = expect(trpcClient.account.getCurrent.query()).rejects.toThrow(TRPCClientError);
	await vi.advanceTimersByTimeAsync(givenUpAfterMs);
	await wanted;
	expect(connection.read()).toMatchObject({ isLost: true, isLate: false });
});

test("A call that is given up because its response is not wanted says nothing of the line", async () => {
	silentLine();
	const unwanted = new AbortController();
	const wanted = expect(
		trpcClient.account.getCurrent.query(undefined, { signal: unwanted.signal, context: { isAlone: true } }),
	).rejects.toThrow(TRPCClientError);
	await expect.poll(() => vi.mocked(window.fetch).mock.calls.length).toBe(1);
	unwanted.abort();
	await wanted;
	expect(connection.read()).toMatchObject({ isLost: false, isLate: false });
});

test("Shows a notice in the frame that a response is late, until it comes", async () => {
	await show(<ConnectionNotice />);
	holdClock();
	const returned = connection.awaitResult();
	await vi.advanceTimersByTimeAsync(lateAfterMs);
	await expect.element(page.getByText("AQLCloud has not answered yet.")).toBeVisible();
	await expect.element(again).toBeVisible();
	returned();
	await expect.element(page.getByText("AQLCloud has not answered yet.")).not.toBeInTheDocument();
});

test("Shows the placeholder of its frame, and the outage once a call has failed", async () => {
	await show(
		<ScreenPlaceholder value={() => <h1>Company</h1>}>
			<PendingView />
		</ScreenPlaceholder>,
	);
	const placeholder = page.getByRole("heading", { name: "Company" });
	await expect.element(placeholder).toBeVisible();
	vi.spyOn(window, "fetch").mockRejectedValue(new TypeError("Failed to fetch"));
	await expect(trpcClient.account.getCurrent.query()).rejects.toThrow(TRPCClientError);
	await expect.element(again).toBeVisible();
	await expect.element(placeholder).not.toBeInTheDocument();
});
