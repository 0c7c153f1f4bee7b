import { expect, test, vi } from "vitest";
import { userEvent } from "vitest/browser";
import { FailedWorkRows } from "../../client/features/storage/failed-work-card";
import type { FailedWork } from "../../shared/errors/failed-work";
import { show } from "./show";

const flushing: FailedWork = {
	work: "seal",
	subject: "one",
	title: "Sealing",
	subjectName: "Freezer 1",
	deviceId: null,
	attempts: 9,
	failingSince: new Date(Date.UTC(2026, 10, 2, 8)),
	nextAttemptAt: new Date(Date.UTC(2026, 10, 5, 8)),
	isSetAside: true,
	error: "Error: The bucket is gone",
};
const sweeping: FailedWork = {
	work: "sweep",
	subject: "",
	title: "Retention",
	subjectName: null,
	deviceId: null,
	attempts: 1,
	failingSince: null,
	nextAttemptAt: new Date(Date.UTC(2026, 10, 5, 9)),
	isSetAside: false,
	error: "Error: Busy",
};

test("Each failed work says how often and since when it fails, and is tried again by its button", async () => {
	const onRetry = vi.fn();
	const screen = await show(<FailedWorkRows jobs={[flushing, sweeping]} retrying={null} onRetry={onRetry} />);
	const [first, second] = screen.getByRole("listitem").elements();
	expect(first?.textContent).toMatch(
		/Sealing of Freezer 1.*Tried once a day.*Failed 9 times since .*Nov 0[12].*next attempt .*Nov 0[45].*The bucket is gone/,
	);
	expect(second?.textContent).toMatch(/Retention.*Failed 1 time; next attempt/);
	expect(second?.textContent).not.toContain("Tried once a day");
	await userEvent.click(screen.getByRole("button", { name: "Retry Sealing of Freezer 1" }));
	expect(onRetry).toHaveBeenCalledWith(flushing);
});

test("Says so where nothing has failed", async () => {
	const screen = await show(<FailedWorkRows jobs={[]} retrying={null} onRetry={() => {}} />);
	await expect.element(screen.getByText("Nothing has failed. All background work is up to date.")).toBeVisible();
});
