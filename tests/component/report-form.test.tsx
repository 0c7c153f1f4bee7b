import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { NewReport, ReportSettings } from "../../client/features/reports/form/report-editor";
import { newReport, type ReportValues } from "../../client/features/reports/form/report-values";
import type { Report, ReportDefinition } from "../../shared/report/report";
import { coldRoomAndGate as devices, groupRow } from "../client/list-rows";
import { exampleId } from "../upstream/ids";
import { contacts } from "../upstream/records";
import { sampleDefinition, samplePreview, sampleReportRow } from "./sample-report";
import { show } from "./show";
import { Denied, stubCalls } from "./stubbed-calls";

const group = groupRow(exampleId("group", 1), { name: "Cold rooms", deviceCount: 1 });
const choices = {
	devices,
	groups: [group],
	contacts,
	contactGroups: [],
	isScoped: false,
	isAuditor: false,
	accountZone: "Europe/Lisbon",
};
const reportId = exampleId("report", 1);

const preview = { "report.previewReport": () => samplePreview };

async function showNew(changes: Partial<ReportValues> = {}) {
	const initialValues = { ...newReport, zone: "Europe/Lisbon", ...changes };
	const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
	return show(
		<QueryClientProvider client={client}>
			<NewReport initialValues={initialValues} hasTemplates={false} {...choices} />
		</QueryClientProvider>,
	);
}

const field = (name: string) => page.getByRole("textbox", { name, exact: true });
const choice = (name: string) => page.getByRole("combobox", { name, exact: true });
const schedule = page.getByRole("region", { name: "Schedule in words" });

async function choose(name: string, option: string): Promise<void> {
	await choice(name).click();
	await page.getByRole("option", { name: option, exact: true }).click();
}

test("A report is written, previewed and created", async () => {
	const calls = stubCalls({ ...preview, "report.createReport": () => ({ id: reportId }) });
	const { router } = await showNew();
	const shown = page.getByRole("region", { name: "Preview" });
	await expect.element(shown.getByText("2 devices, 3 channels, at most 1,204 readings")).toBeVisible();
	await expect.element(shown.getByRole("cell", { name: "4.2" })).toBeVisible();
	await userEvent.fill(field("Name"), "Cold rooms, daily");
	await choose("Devices", "Devices in groups");
	await choose("Groups", "Cold rooms");
	await choose("Channels", "Temperature (°C): Door side");
	await userEvent.keyboard("{Escape}");
	await choose("Format", "Excel");
	await choose("Runs", "Every day");
	const previewed = () => calls.filter(({ procedure }) => procedure === "report.previewReport").at(-1)?.input;
	const chosen = { scope: { groupIds: [group.id] }, format: "xlsx", name: "Preview" };
	await expect.poll(previewed).toMatchObject(chosen);
	await page.getByRole("button", { name: "Create report" }).click();
	await expect.poll(() => router.state.location.href).toBe(`/reports/edit/${reportId}?tab=runs`);
	const [created] = calls.filter(({ procedure }) => procedure === "report.createReport");
	expect(created?.input).toMatchObject({
		name: "Cold rooms, daily",
		scope: { groupIds: [group.id] },
		format: "xlsx",
		zone: "Europe/Lisbon",
		channels: [{ quantity: "temperature", unit: "°C", name: "Door side" }],
		schedule: { recurrence: { kind: "daily", time: "06:00" }, delayMinutes: 60 },
	});
});

test("The schedule is read back with its next five dates as it is chosen", async () => {
	stubCalls(preview);
	await showNew();
	expect(schedule.query()).toBeNull();
	await choose("Runs", "Every month");
	await userEvent.fill(field("Day"), "31");
	await userEvent.fill(field("At"), "08:30");
	await expect
		.poll(() => schedule.element().textContent)
		.toMatch(
			"On day 31 of each month, in shorter months on the last day, at 08:30 AM (Europe/Lisbon), 1 h later for late readings.",
		);
	const dates = () => schedule.getByRole("listitem").elements();
	await expect.poll(() => dates().length).toBe(5);
	expect(dates().every(({ textContent }) => textContent.includes("09:30 AM"))).toBe(true);
	await userEvent.fill(field("Day"), "32");
	await expect.element(page.getByText("Complete the schedule to see its next dates.")).toBeVisible();
	await choose("Runs", "Every week");
	await page.getByRole("checkbox", { name: "Thu" }).click();
	await expect.poll(() => schedule.element().textContent).toMatch("Every Monday and Thursday at 08:30 AM");
});

test("Offers a verdict page for a PDF that judges, on until it is switched off", async () => {
	const calls = stubCalls({ ...preview, "report.createReport": () => ({ id: reportId }) });
	await showNew({ name: "October" });
	const verdict = page.getByRole("checkbox", { name: "Begin with a verdict page" });
	expect(verdict.query()).toBeNull();
	await choose("Type", "Excursions and compliance");
	await expect.element(verdict).toBeChecked();
	await choose("Format", "Excel");
	expect(verdict.query()).toBeNull();
	await choose("Format", "PDF");
	await verdict.click();
	await page.getByRole("button", { name: "Create report" }).click();
	const created = () => calls.find(({ procedure }) => procedure === "report.createReport")?.input;
	await expect.poll(created).toMatchObject({ type: "excursions", format: "pdf", withVerdict: false });
});

test("Each type has its own fields", async () => {
	stubCalls(preview);
	await showNew();
	await expect.element(choice("One value for each")).toBeVisible();
	await choose("Type", "Summary");
	expect(choice("One value for each").query()).toBeNull();
	await expect.element(field("Activation energy (kJ/mol)")).toHaveValue("83.144");
	await choose("Type", "Inventory and calibrations");
	expect(page.getByRole("region", { name: "Limits" }).query()).toBeNull();
	expect(choice("Period").query()).toBeNull();
	await expect.element(page.getByRole("region", { name: "Preview" }).getByText(/^2 devices, 3 channels/)).toBeVisible();
});

test("Errors stand at their fields, the first takes the focus, and correcting one leaves the others", async () => {
	const calls = stubCalls(preview);
	await showNew({ range: { ...newReport.range, kind: "rolling", count: "some" } });
	await page.getByRole("button", { name: "Add limit" }).click();
	await page.getByRole("button", { name: "Create report" }).click();
	await expect.element(field("Name")).toHaveFocus();
	await expect.element(field("Name")).toHaveAccessibleDescription("Enter a name.");
	await expect.element(field("How many")).toHaveAttribute("aria-invalid", "true");
	const limit = page.getByRole("group", { name: "Limit 1" });
	await expect.element(limit.getByRole("combobox", { name: "Channel" })).toHaveAttribute("aria-invalid", "true");
	await userEvent.fill(field("Name"), "Some");
	await expect.element(field("Name")).not.toHaveAttribute("aria-invalid", "true");
	await expect.element(field("How many")).toHaveValue("some");
	await expect.element(field("How many")).toHaveAttribute("aria-invalid", "true");
	expect(calls.map(({ procedure }) => procedure)).not.toContain("report.createReport");
});

test("Shows the backend's errors at their fields, and loses nothing", async () => {
	const message = "Choose a time that is still to come.";
	stubCalls({
		...preview,
		"report.createReport": () => {
			throw new Denied({ fields: { "schedule.recurrence.at": message } });
		},
	});
	await showNew({ name: "Once", schedule: { ...newReport.schedule, kind: "once", once: "2026-01-02 10:00" } });
	await page.getByRole("button", { name: "Create report" }).click();
	await expect.element(field("On")).toHaveAccessibleDescription(new RegExp(message));
	await expect.element(field("Name")).toHaveValue("Once");
});

test("A group's file goes to recipients of its own", async () => {
	const calls = stubCalls({ ...preview, "report.createReport": () => ({ id: reportId }) });
	await showNew({ name: "Each", scopeKind: "groups", groupIds: [group.id] });
	await page.getByRole("checkbox", { name: "One file for each group" }).click();
	const own = page.getByRole("group", { name: "Cold rooms" });
	await own.getByRole("combobox", { name: "Contacts" }).click();
	await page.getByRole("option").first().click();
	await userEvent.keyboard("{Escape}");
	await page.getByRole("button", { name: "Create report" }).click();
	await expect.poll(() => calls.some(({ procedure }) => procedure === "report.createReport")).toBe(true);
	const [created] = calls.filter(({ procedure }) => procedure === "report.createReport");
	expect(created?.input).toMatchObject({
		delivery: { contactIds: [], isPerGroup: true, groups: [{ groupId: group.id, contactIds: [contacts[0]?.id] }] },
	});
});

function reportOf(definition: ReportDefinition, version: number): Report {
	const facts = { description: "", contactIds: [], createdAt: new Date(0), savedBy: null };
	return { ...sampleReportRow({ name: definition.name, format: definition.format }), ...facts, version, definition };
}

test("Says how many recipients a member does not see, and that saving keeps them", async () => {
	stubCalls(preview);
	await show(<ReportSettings report={{ ...reportOf(sampleDefinition(), 1), hiddenRecipients: 2 }} {...choices} />);
	const text = "It also goes to 2 recipients whom you do not see. Saving keeps them.";
	await expect.element(page.getByText(text)).toBeVisible();
});

test("Another person's change is kept beside one's own", async () => {
	const before = sampleDefinition({ format: "csv" });
	const theirs = reportOf(sampleDefinition({ format: "pdf" }), 2);
	const calls = stubCalls({
		...preview,
		"report.getReport": () => ({ ...theirs, createdAt: null, nextRunAt: null }),
		"report.updateReport": (input) => {
			if ((input as { version: number }).version === 1)
				throw new Denied({ reason: "CHANGED_MEANWHILE", changedBy: { name: "Ann Lee", isCaller: false } });
			return { id: reportId, version: 3 };
		},
	});
	await show(<ReportSettings report={reportOf(before, 1)} {...choices} />);
	await userEvent.fill(field("Name"), "Mine");
	await page.getByRole("button", { name: "Save report" }).click();
	await expect.element(page.getByText(/Ann Lee has saved other parts of this report meanwhile: Format/)).toBeVisible();
	await expect.element(field("Name")).toHaveValue("Mine");
	await expect.element(choice("Format")).toHaveValue("PDF");
	await page.getByRole("button", { name: "Save report" }).click();
	const saves = () => calls.filter(({ procedure }) => procedure === "report.updateReport").map(({ input }) => input);
	await expect.poll(() => saves().length).toBe(2);
	expect(saves()[1]).toMatchObject({ version: 2, name: "Mine", format: "pdf" });
});

test("A save whose response was lost is found again, and is not sent once more", async () => {
	const mine = { ...reportOf(sampleDefinition(), 2), name: "Mine" };
	stubCalls({
		...preview,
		"report.getReport": () => ({
			...mine,
			definition: { ...mine.definition, name: "Mine" },
			createdAt: null,
			nextRunAt: null,
		}),
		"report.updateReport": () => {
			throw new Denied({ reason: "CHANGED_MEANWHILE", changedBy: { name: "Ann Lee", isCaller: true } });
		},
	});
	const { router } = await show(<ReportSettings report={reportOf(sampleDefinition(), 1)} {...choices} />);
	await userEvent.fill(field("Name"), "Mine");
	await page.getByRole("button", { name: "Save report" }).click();
	await expect.element(page.getByText("This report is saved just as it stands here.")).toBeVisible();
	await router.navigate({ href: "/left" });
	expect(page.getByRole("alertdialog").query()).toBeNull();
});

test("Names the person who has deleted it, and keeps typed text", async () => {
	stubCalls({
		...preview,
		"report.updateReport": () => {
			throw new Denied({ reason: "REPORT_NOT_FOUND", changedBy: { name: "Ann Lee", isCaller: false } });
		},
	});
	await show(<ReportSettings report={reportOf(sampleDefinition(), 1)} {...choices} />);
	await userEvent.fill(field("Name"), "Mine");
	await page.getByRole("button", { name: "Save report" }).click();
	const alert = page.getByRole("alert");
	await expect
		.element(alert)
		.toHaveTextContent("Ann Lee has deleted this meanwhile. What you typed stays here until you leave.");
	await expect.element(field("Name")).toHaveValue("Mine");
});

test("A failed preview says why and keeps what it showed", async () => {
	let isOut = false;
	stubCalls({
		"report.previewReport": () => {
			if (isOut) throw new Denied({});
			return samplePreview;
		},
	});
	await showNew();
	const shown = page.getByRole("region", { name: "Preview" });
	await expect.element(shown.getByText(/1,204 readings/)).toBeVisible();
	isOut = true;
	await choose("Format", "JSON");
	await expect.element(shown.getByRole("alert")).toBeVisible();
	isOut = false;
	await shown.getByRole("button", { name: "Try again" }).click();
	await expect.element(shown.getByText(/1,204 readings/)).toBeVisible();
	expect(shown.getByRole("alert").query()).toBeNull();
});

test("The form stands in a window of 360 pixels", async () => {
	await page.viewport(360, 740);
	stubCalls(preview);
	await showNew({
		schedule: { ...newReport.schedule, kind: "monthly" },
		limits: [{ channel: { quantity: "temperature", unit: "°C", name: null }, min: "2", max: "8" }],
	});
	await expect.element(page.getByRole("region", { name: "Preview" }).getByText(/1,204 readings/)).toBeVisible();
	expect(document.documentElement.scrollWidth).toBe(360);
});
