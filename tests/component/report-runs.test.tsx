import { expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import { RunList } from "../../client/features/reports/run-list";
import type { ReportRecipient, ReportRun } from "../../shared/report/report";
import { exampleId } from "../upstream/ids";
import { runAt, sampleFile, sampleReportRow, sampleRun } from "./sample-report";
import { show } from "./show";
import { stubCalls } from "./stubbed-calls";

const period = "Nov 02, 2026";

type Shown = { openRunId?: string | null; editRefusal?: string | null; hidden?: number };

async function showRuns(
	runs: ReportRun[],
	{ openRunId = null, editRefusal: editDenial = null, hidden = 0 }: Shown = {},
) {
	const onOpen = vi.fn();
	await show(
		<RunList
			report={sampleReportRow({ zone: "UTC" })}
			runs={runs}
			hidden={hidden}
			editDenial={editDenial}
			openRunId={openRunId}
			onOpen={onOpen}
			onOlder={null}
			isLoadingOlder={false}
			signing={{ denial: null, dialog: (_, { name }) => <p>Signing {name}</p> }}
		/>,
	);
	return onOpen;
}

const button = (name: string) => page.getByRole("button", { name, exact: true });

test("A run says its period, whence it came, how long it took and how much it made", async () => {
	await showRuns([sampleRun({ by: "Ana Prado", trigger: "manual", excursions: 2 })]);
	const row = page.getByRole("listitem").first();
	await expect.element(row.getByRole("heading", { name: `${period} Done` })).toBeVisible();
	await expect
		.poll(() => row.element().textContent)
		.toMatch(/On demand by Ana Prado.*took 12 s.*1,204 rows.*2 excursions.*84 kB/);
});

test("Shows how far a run under way is, and lets it be canceled", async () => {
	const calls = stubCalls({ "report.cancelRun": () => ({}) });
	const running = sampleRun({
		state: "running",
		progress: { done: 12, of: 40 },
		files: [],
		finishedAt: null,
		rows: null,
	});
	await showRuns([running]);
	await expect.element(page.getByRole("progressbar", { name: "Progress: 12 of 40 devices" })).toBeVisible();
	await button("Cancel").click();
	await button("Cancel run").click();
	await expect.poll(() => calls).toEqual([{ procedure: "report.cancelRun", input: { runId: running.id } }]);
});

test("A run with later data says so in numbers, and is run again for its period", async () => {
	const calls = stubCalls({ "report.runReport": () => ({ id: exampleId("reportRun", 2) }) });
	const revision = { noticedAt: runAt, readings: 40, devices: 1, calibrations: 0 };
	const run = sampleRun({ revision });
	await showRuns([run]);
	await expect.element(page.getByText(/40 readings of 1 device came after this run/)).toBeVisible();
	await button("Run again").click();
	await expect
		.poll(() => calls.map(({ input }) => input))
		.toEqual([{ reportId: exampleId("report", 1), period: { from: run.from, to: run.to }, isSent: false }]);
});

const sent: ReportRecipient = {
	contactId: exampleId("contact", 1),
	name: "Ana Prado",
	form: "link",
	state: "delivered",
	sentAt: runAt,
	problem: null,
	link: { expiresAt: Date.UTC(2099, 0, 1), revokedAt: null, opened: 2 },
};
const denied: ReportRecipient = {
	contactId: exampleId("contact", 2),
	name: "Rui Melo",
	form: "attached",
	state: "bounced",
	sentAt: null,
	problem: "The address does not exist.",
	link: null,
};

test("Opened, a run lists what each recipient got; one gets it again, and a link is revoked", async () => {
	const calls = stubCalls({ "report.resendReport": () => ({}), "report.revokeLink": () => ({}) });
	const run = sampleRun({ recipients: [sent, denied] });
	await showRuns([run], { openRunId: run.id });
	const recipients = page.getByRole("region", { name: "Recipients" }).getByRole("listitem");
	await expect
		.poll(() => recipients.nth(0).element().textContent)
		.toMatch(/Ana Prado.*Delivered.*Link.*opened 2 times/);
	await expect
		.poll(() => recipients.nth(1).element().textContent)
		.toMatch(/Rui Melo.*Bounced.*File attached.*does not exist/);
	expect(button("Revoke the link of Rui Melo").query()).toBeNull();
	await button("Send again to Rui Melo").click();
	await button("Send again").click();
	await button("Revoke the link of Ana Prado").click();
	await button("Revoke link").click();
	await expect
		.poll(() => calls)
		.toEqual([
			{ procedure: "report.resendReport", input: { runId: run.id, contactId: denied.contactId } },
			{ procedure: "report.revokeLink", input: { runId: run.id, contactId: sent.contactId } },
		]);
});

test("Opened, a run lists its files with their checksums, its notes and who signed it", async () => {
	const run = sampleRun({
		files: [sampleFile("fil_1", { groupName: "Cold rooms" }), sampleFile("fil_2", { kind: "edition" })],
		notes: ["Gate was deleted."],
		signatures: [
			{
				id: "sig_1",
				name: "Rita Sousa",
				email: null,
				userId: "usr_1",
				meaning: "rejected",
				at: runAt,
				reason: "The door stood open.",
				sha256: "cd".repeat(32),
			},
		],
	});
	await showRuns([run], { openRunId: run.id });
	await expect.element(page.getByRole("heading", { name: `${period} Done Rejected` })).toBeVisible();
	const files = page.getByRole("region", { name: "Files" });
	await expect.poll(() => files.element().textContent).toMatch(/Cold rooms.*SHA-256 abababab…abab.*Signed copy/);
	await expect.element(files.getByRole("button", { name: "Download fil_2.csv" })).toBeVisible();
	await expect
		.poll(() => page.getByRole("region", { name: "Notes" }).element().textContent)
		.toMatch("Gate was deleted.");
	await expect
		.poll(() => page.getByRole("region", { name: "Signatures" }).element().textContent)
		.toMatch(/Rita Sousa.*Rejected.*Nov 03, 2026, 06:00:00 AM UTC ·.*cdcdcdcd…cdcd.*The door stood open/);
});

test("A file of a report is signed, not the copy that a signature made", async () => {
	const files = [sampleFile("fil_1"), sampleFile("fil_2", { kind: "edition" })];
	const run = sampleRun({ files });
	await showRuns([run], { openRunId: run.id });
	await button("Review and sign").click();
	await expect.element(page.getByText("Signing fil_1.csv")).toBeVisible();
});

test("Shows a member who may not change reports why", async () => {
	const run = sampleRun({
		recipients: [sent],
		revision: { noticedAt: runAt, readings: 1, devices: 1, calibrations: 0 },
	});
	await showRuns([run], { openRunId: run.id, editRefusal: "Only owners can." });
	for (const name of ["Run again", "Send again to Ana Prado"]) {
		await expect.element(button(name)).toHaveAttribute("aria-disabled", "true");
	}
});

test("Says how many runs cover more than the member sees, also where all of them do", async () => {
	await showRuns([sampleRun()], { hidden: 1 });
	await expect.element(page.getByText("One run covers devices outside your groups and is not shown.")).toBeVisible();
	await showRuns([], { hidden: 2 });
	await expect.element(page.getByText("2 runs cover devices outside your groups and are not shown.")).toBeVisible();
	expect(page.getByText("No runs yet").query()).toBeNull();
});

test.each<[ReportRun["state"], string]>([
	["failed", "It would have 400 pages. Split by group or week."],
	["skipped", "There was no excursion."],
])("A run that %s says why", async (state, error) => {
	await showRuns([sampleRun({ state, error, files: [] })]);
	await expect.element(page.getByText(error)).toBeVisible();
	expect(button(`Download ${period}`).query()).toBeNull();
});

test("Runs stand in a window of 360 pixels, and details open by their button", async () => {
	await page.viewport(360, 740);
	const run = sampleRun({ recipients: [sent, denied], files: [sampleFile("x".repeat(80))] });
	const onOpen = await showRuns([run], { openRunId: run.id });
	await expect.element(page.getByRole("region", { name: "Recipients" })).toBeVisible();
	expect(document.documentElement.scrollWidth).toBe(360);
	await button(`Details of ${period}`).click();
	expect(onOpen).toHaveBeenCalledWith(null);
});

test("Runs are downloaded together: those that are chosen, or a year", async () => {
	const addresses: string[] = [];
	vi.stubGlobal("fetch", async (address: string) => {
		const { pathname, search } = new URL(address);
		addresses.push(pathname + search);
		return new Response(null, { status: 413 });
	});
	const [first, second] = [sampleRun(), sampleRun({ id: exampleId("reportRun", 2) })];
	await showRuns([first, second, sampleRun({ id: exampleId("reportRun", 3), files: [], state: "failed" })]);
	await expect.element(page.getByRole("checkbox").nth(1)).toBeVisible();
	expect(page.getByRole("checkbox").elements()).toHaveLength(2);
	await page.getByRole("checkbox").nth(0).click();
	await page.getByRole("checkbox").nth(1).click();
	await expect.element(page.getByText(/^2 runs chosen/)).toBeVisible();
	await button("Download as one file").click();
	await expect.poll(() => addresses).toEqual([`/api/files?runs=${first.id}%2C${second.id}`]);
	await button("Clear").click();
	await button("All of 2026").click();
	await expect.poll(() => addresses.at(-1)).toBe(`/api/files?report=${exampleId("report", 1)}&year=2026`);
});
