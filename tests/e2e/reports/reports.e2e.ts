import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import type { BrowserContext, Page } from "playwright-core";
import { describe, expect } from "vitest";
import type { Report, ReportListRow, ReportRunPage } from "../../../shared/report/report";
import { sampleDefinition } from "../../component/sample-report";
import { violations } from "../accessibility";
import { call, choose, take } from "../device-fleet";
import { testAsOwner as test } from "../visitor";

const reports = (context: BrowserContext) => call<ReportListRow[]>(context, "report.getReports", {}, true);
const save = (page: Page) => page.getByRole("button", { name: "Save report" }).click();
const field = (page: Page, name: string) => page.getByRole("textbox", { name, exact: true });

async function makeReport(context: BrowserContext, name: string): Promise<Report> {
	const definition = sampleDefinition({ name, schedule: null });
	return call<Report>(context, "report.createReport", definition);
}

describe("a report", () => {
	test("comes from a template, is previewed, created and run", async ({ page, context }) => {
		await page.goto("/reports/");
		await page.getByRole("link", { name: "New report" }).click();
		await page.getByRole("link", { name: /^Weekly summary/ }).click();
		await page.getByText("Every Monday at 07:00 AM (Europe/Lisbon), 1 h later for late readings.").waitFor();
		expect(await page.getByRole("list", { name: "Next runs" }).getByRole("listitem").count()).toBe(5);
		const preview = page.getByRole("region", { name: "Preview" });
		await preview.getByRole("table").first().waitFor();
		await field(page, "Name").fill("Journey summary");
		await choose(page, page.getByRole("combobox", { name: "Format" }), "CSV");
		await page.getByRole("combobox", { name: "Contacts" }).click();
		await take(page.getByRole("option", { name: /^Ana Prado/ }));
		await page.keyboard.press("Escape");
		expect(await violations(page)).toEqual([]);
		await page.getByRole("button", { name: "Create report" }).click();
		await page.getByRole("heading", { level: 2, name: "No runs yet" }).waitFor();
		const [made] = (await reports(context)).filter(({ name }) => name === "Journey summary");
		expect(made).toMatchObject({ type: "summary", format: "csv", recipients: ["Ana Prado"], isEnabled: true });
		await page.getByRole("button", { name: "Run now" }).click();
		await page.getByRole("dialog").getByRole("button", { name: "Run now" }).click();
		await page.getByRole("button", { name: /^Download / }).waitFor();
		expect(await violations(page)).toEqual([]);
	});

	test("downloads from its runs, byte for byte as its checksum says", async ({ page, context }) => {
		const { id: reportId } = await makeReport(context, "Download journey");
		await call(context, "report.runReport", { reportId, isSent: false });
		await page.goto(`/reports/edit/${reportId}?tab=runs`);
		await page.getByRole("button", { name: /^Details of / }).click();
		await page.getByRole("region", { name: "Recipients" }).getByText("No recipients.").waitFor();
		const started = page.waitForEvent("download");
		await page
			.getByRole("region", { name: "Files" })
			.getByRole("button", { name: /^Download / })
			.click();
		const path = await (await started).path();
		const { runs } = await call<ReportRunPage>(context, "report.getRuns", { reportId }, true);
		const sha256 = createHash("sha256")
			.update(await readFile(path))
			.digest("hex");
		expect(runs.map(({ files }) => files.map((file) => file.sha256))).toEqual([[sha256]]);
	});

	test("keeps what is typed through an outage, and asks before it is left", async ({ page, context, complaints }) => {
		complaints.allow(/ERR_INTERNET_DISCONNECTED|Failed to fetch|dynamically imported module|WebSocket connection/);
		const { id: reportId } = await makeReport(context, "Outage journey");
		await page.goto(`/reports/edit/${reportId}`);
		await field(page, "Name").fill("After the outage");
		await context.setOffline(true);
		await save(page);
		await page
			.getByRole("form", { name: "Report" })
			.getByText("Can't reach AQLCloud. Check your connection and try again.")
			.first()
			.waitFor();
		await page
			.getByRole("navigation", { name: "Breadcrumbs" })
			.getByRole("link", { name: /^reports/i })
			.click();
		await page.getByRole("alertdialog", { name: "Unsaved changes" }).getByRole("button", { name: "Stay" }).click();
		await context.setOffline(false);
		await save(page);
		await expect
			.poll(async () => (await reports(context)).find(({ id }) => id === reportId)?.name)
			.toBe("After the outage");
	});
});

describe("“Report this”", () => {
	test("begins a report with what a group's page and the log show", async ({ page, context }) => {
		const [group] = await call<{ id: string; name: string }[]>(context, "group.getGroups", {}, true);
		if (!group) throw new Error("The demo has no group");
		await page.goto(`/groups/${group.id}`);
		await page.getByRole("button", { name: "More actions" }).click();
		await page.getByRole("menuitem", { name: "Report this" }).click();
		await page.getByRole("heading", { level: 1, name: "New report" }).waitFor();
		await page.getByText(group.name, { exact: true }).first().waitFor();
		const to = Date.UTC(2026, 10, 3, 12);
		await page.goto(`/log/?group=${group.id}&from=${to - 3_600_000}&to=${to}&zone=Europe%2FBerlin`);
		await page.getByRole("button", { name: "Export" }).click();
		await page.getByRole("menuitem", { name: "Report this" }).click();
		await expect.poll(() => field(page, "To").inputValue()).toMatch(/Nov 03, 2026, 01:00 PM/);
		expect(await page.getByRole("combobox", { name: "Time zone" }).inputValue()).toBe("Europe/Berlin");
	});
});
