import { toast } from "sonner";
import { afterEach, expect, test } from "vitest";
import { page } from "vitest/browser";
import { useUndoImport } from "../../client/features/import/recent-imports";
import { ConsoleToaster } from "../../client/features/shell/console-toaster";
import type { MadeImport } from "../../shared/log/reading-import";
import { show } from "./show";

const made: MadeImport = {
	id: `imp_${"1".repeat(26)}`,
	deviceId: `dev_${"1".repeat(26)}`,
	fileName: "cooler.csv",
	accepted: 40,
	duplicates: 0,
	replaced: 0,
	rejected: 2,
	from: 1_000,
	to: 5_000,
	createdAt: new Date(0),
	createdBy: "Ann",
	settlesAt: new Date(0),
	undoneAt: null,
	undone: null,
	batchId: null,
};

function Importing({ made }: { made: MadeImport }) {
	const { offerUndo } = useUndoImport();
	return (
		<button type="button" onClick={() => offerUndo(made)}>
			Import
		</button>
	);
}

afterEach(() => void toast.dismiss());

test("An import says what it brought and rejected, and leads to its readings", async () => {
	const { router } = await show(
		<>
			<Importing made={made} />
			<ConsoleToaster />
		</>,
	);
	await page.getByRole("button", { name: "Import" }).click();
	await expect.element(page.getByText("Imported 40 readings from cooler.csv. 2 cells skipped.")).toBeVisible();
	await expect.element(page.getByRole("button", { name: "Undo" })).toBeVisible();
	await page.getByRole("button", { name: "Show" }).click();
	await expect.poll(() => router.state.location.pathname.replace(/\/$/, "")).toBe("/log");
	expect(router.state.location.search).toMatchObject({ device: made.deviceId });
	expect(String(router.state.location.searchStr)).toMatch(/from=.*1000.*to=.*5001/);
});

test("An import that added nothing says so, and offers nothing to undo", async () => {
	await show(
		<>
			<Importing made={{ ...made, id: null, accepted: 0, duplicates: 58, rejected: 0 }} />
			<ConsoleToaster />
		</>,
	);
	await page.getByRole("button", { name: "Import" }).click();
	await expect
		.element(page.getByText("Nothing new in cooler.csv: all 58 readings were there already.", { exact: true }))
		.toBeVisible();
	expect(page.getByRole("button", { name: "Undo" }).query()).toBeNull();
});
