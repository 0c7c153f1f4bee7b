import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { ReportList } from "../../client/features/reports/report-list";
import type { ReportListRow } from "../../shared/report/report";
import { exampleId } from "../upstream/ids";
import { runAt, sampleDefinition, sampleReportRow, sampleRun } from "./sample-report";
import { show } from "./show";
import { stubCalls } from "./stubbed-calls";

const failed = sampleReportRow({
	id: exampleId("report", 2),
	name: "Weekly summary",
	type: "summary",
	format: "pdf",
	isEnabled: false,
	lastRunAt: new Date(runAt),
	lastRun: sampleRun({ state: "failed", bytes: null }),
	recipients: [],
	schedule: "",
	nextRunAt: null,
});
const daily = sampleReportRow({ lastRunAt: new Date(runAt), lastRun: sampleRun() });

async function showList(rows: ReportListRow[], denial: string | null = null) {
	return show(
		<main>
			<ReportList tabs={null} rows={rows} denial={denial} />
		</main>,
		{ at: "/reports" },
	);
}

const row = (name: string) => page.getByRole("row").filter({ hasText: name });

const running = (definition: Parameters<typeof sampleDefinition>[0] = {}) => ({
	"report.getReport": () => ({ ...daily, definition: sampleDefinition(definition) }),
	"report.runReport": () => ({ id: exampleId("reportRun", 2) }),
});

const inputsOf = (calls: ReturnType<typeof stubCalls>) =>
	calls.flatMap(({ procedure, input }) => (procedure === "report.runReport" ? [input] : []));

async function run(name: string, action: string): Promise<void> {
	await page.getByRole("button", { name: `Actions for ${name}` }).click();
	await page.getByRole("menuitem", { name: action }).click();
}

test("A report says when it runs by its own clock, and how its last run went", async () => {
	await showList([daily, failed]);
	const text = () => row("Daily readings").element().textContent;
	await expect
		.poll(text)
		.toMatch(/Readings.*Done.*Tue, Nov 03(, 2026)?, 06:00 AM Europe\/Lisbon.*Every day at 06:00.*CSV/);
	await expect.poll(() => row("Weekly summary").element().textContent).toMatch(/Summary.*Failed.*On demand.*PDF.*Off/);
	const link = page.getByRole("link", { name: "Daily readings" });
	await expect.element(link).toHaveAttribute("href", `/reports/edit/${daily.id}?tab=runs`);
});

test("Filters by type, format, result and state", async () => {
	await showList([daily, failed]);
	await page.getByRole("button", { name: "Add filter" }).click();
	await page.getByRole("menuitem", { name: "Last run" }).click();
	await page.getByRole("checkbox", { name: "Failed (1)" }).click();
	await expect.element(row("Weekly summary")).toBeVisible();
	await expect.poll(() => row("Daily readings").query()).toBeNull();
});

test("A report is run, and sent only where a person says so", async () => {
	const calls = stubCalls(running());
	const { router } = await showList([daily]);
	await run("Daily readings", "Run now…");
	const dialog = page.getByRole("dialog", { name: "Run Daily readings" });
	await expect.element(dialog.getByRole("checkbox", { name: "Send it to its recipients" })).not.toBeChecked();
	await dialog.getByRole("button", { name: "Run now" }).click();
	await expect.poll(() => router.state.location.href).toBe(`/reports/edit/${daily.id}?tab=runs`);
	expect(inputsOf(calls)).toEqual([{ reportId: daily.id, isSent: false }]);
});

test("Asks for the bounds of another period, and says which is missing", async () => {
	const calls = stubCalls(running());
	await showList([daily]);
	await run("Daily readings", "Run now…");
	const dialog = page.getByRole("dialog");
	await dialog.getByRole("radio", { name: "Choose…" }).click();
	const bound = (name: string) => dialog.getByRole("textbox", { name, exact: true });
	await bound("From").fill("2026-11-01");
	await dialog.getByRole("button", { name: "Run now" }).click();
	await expect.element(bound("To")).toHaveAccessibleDescription(/Choose a time/);
	await bound("To").fill("2026-11-02");
	await bound("From").click();
	await expect.element(bound("To")).toHaveValue("Nov 02, 2026");
	await dialog.getByRole("button", { name: "Run now" }).click();
	const period = { from: Date.UTC(2026, 10, 1), to: Date.UTC(2026, 10, 3) };
	await expect.poll(() => inputsOf(calls)).toEqual([{ reportId: daily.id, period, isSent: false }]);
});

test("Keeps a typed time of the end as it is", async () => {
	const calls = stubCalls(running());
	await showList([daily]);
	await run("Daily readings", "Run now…");
	const dialog = page.getByRole("dialog");
	await dialog.getByRole("radio", { name: "Choose…" }).click();
	const bound = (name: string) => dialog.getByRole("textbox", { name, exact: true });
	await bound("From").fill("2026-11-01 06:00");
	await bound("To").fill("2026-11-02 00:00");
	await dialog.getByRole("button", { name: "Run now" }).click();
	const period = { from: Date.UTC(2026, 10, 1, 6), to: Date.UTC(2026, 10, 2) };
	await expect.poll(() => inputsOf(calls)).toEqual([{ reportId: daily.id, period, isSent: false }]);
});

test("Offers the month before by its name, and the present one so far", async () => {
	const range = { kind: "previous", unit: "month", weekStart: "monday" } as const;
	const calls = stubCalls(running({ range }));
	await showList([daily]);
	await run("Daily readings", "Run now…");
	const dialog = page.getByRole("dialog");
	const now = new Date();
	const month = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 0));
	const before = month.toLocaleDateString("en", { month: "long", year: "numeric", timeZone: "UTC" });
	await expect.element(dialog.getByRole("radio", { name: before })).toBeChecked();
	const soFar = dialog.getByRole("radio", { name: / so far$/ });
	await soFar.click();
	await dialog.getByRole("button", { name: "Run now" }).click();
	await expect.poll(() => inputsOf(calls)).toHaveLength(1);
	const from = Date.UTC(now.getUTCFullYear(), now.getUTCMonth());
	expect(inputsOf(calls)[0]).toMatchObject({ period: { from } });
});

test("A report with a schedule is paused by its row; one on demand cannot be", async () => {
	const calls = stubCalls({ "report.setReportEnabled": () => ({}) });
	await showList([daily, failed]);
	await run("Daily readings", "Pause");
	await expect.poll(() => calls.map(({ input }) => input)).toEqual([{ reportId: daily.id, isEnabled: false }]);
	await page.getByRole("button", { name: "Actions for Weekly summary" }).click();
	await expect.element(page.getByRole("menuitem", { name: "Duplicate" })).toBeVisible();
	expect(page.getByRole("menuitem", { name: /Pause|Resume|Download/ }).query()).toBeNull();
});

test("Offers templates where there is no report", async () => {
	await showList([]);
	await expect
		.element(page.getByRole("link", { name: /Monthly compliance/ }))
		.toHaveAttribute("href", "/reports/new?template=monthly-compliance");
});

test("Rows of a backend of the specification are listed without the fields that it lacks", async () => {
	const { id, name, isEnabled, format, schedule, nextRunAt, lastRunAt } = daily;
	const old = { id, name, isEnabled, format, schedule, nextRunAt, lastRunAt };
	await showList([old as ReportListRow]); // what such a backend answers
	await expect.element(row("Daily readings")).toBeVisible();
	await run("Daily readings", "Run now…");
	await expect.element(page.getByRole("dialog").getByText("It has none.")).toBeVisible();
});

test("Opens reports to a person who may not change them, and says why", async () => {
	await showList([daily], "Only owners can.");
	await page.getByRole("button", { name: "Actions for Daily readings" }).click();
	await expect.element(page.getByRole("menuitem", { name: "Run now…" })).toHaveAttribute("aria-disabled", "true");
	await expect.element(page.getByRole("menuitem", { name: "Open" })).toBeVisible();
});
