import { beforeEach, describe, expect, it, vi } from "vitest";
import { VerdictsCard } from "../../client/features/device-page/settings/verdicts-card";
import type { ReadingVerdict } from "../../shared/log/reading-verdicts";
import { sampleDevice } from "./sample-device";
import { show } from "./show";
import { stubCalls } from "./stubbed-calls";

beforeEach(() => () => vi.restoreAllMocks());

const device = sampleDevice();
const at = Date.UTC(2026, 10, 20, 12);
const excluded: ReadingVerdict = {
	seq: 7,
	channelId: device.channels[0]?.id ?? "",
	from: at,
	to: at + 3_600_000,
	verdict: "excluded",
	reason: "Probe in water",
	author: "Ana Prado",
	createdAt: at + 7_200_000,
	endedAt: null,
	endedBy: null,
};
const ended = { ...excluded, seq: 5, reason: "Door open", endedAt: at + 9_000_000, endedBy: "Bo Lind" };

const noneJustified = { "report.getJustifiedSpans": () => [] };

describe("the list of excluded readings", () => {
	it("names span, reason and author, and takes one back after a question that says what follows", async () => {
		const calls = stubCalls({
			...noneJustified,
			"log.getVerdicts": () => [excluded, ended],
			"log.endVerdict": () => ended,
		});
		const screen = await show(<VerdictsCard device={device} denial={null} justifyDenial={null} />);
		const row = screen.getByRole("listitem").filter({ hasText: "Probe in water" });
		for (const text of ["Temperature: excluded", /^By Ana Prado/])
			await expect.element(row.getByText(text)).toBeVisible();
		await screen.getByText("Taken back", { exact: true }).click();
		await expect.element(screen.getByText(/Taken back by Bo Lind/)).toBeVisible();
		await row.getByRole("button", { name: /^Take back Temperature: excluded/ }).click();
		const dialog = screen.getByRole("dialog", { name: "Take this back?" });
		await expect.element(dialog.getByText(/count again in figures, reports and alerts/)).toBeVisible();
		await dialog.getByRole("button", { name: "Take back", exact: true }).click();
		await expect.element(dialog).not.toBeInTheDocument();
		expect(calls).toContainEqual({ procedure: "log.endVerdict", input: { channelId: excluded.channelId, seq: 7 } });
	});

	it("shows the list without the right, and says why nothing can be taken back", async () => {
		stubCalls({ ...noneJustified, "log.getVerdicts": () => [excluded] });
		const denial = "Only owners can exclude readings.";
		const screen = await show(<VerdictsCard device={device} denial={denial} justifyDenial={denial} />);
		const button = screen.getByRole("button", { name: /^Take back Temperature/ });
		await expect.element(button).toHaveAttribute("aria-disabled", "true");
		await button.hover();
		await expect.element(screen.getByRole("tooltip", { name: denial })).toBeVisible();
	});

	it("lists justified times too, and takes one back by the right to edit reports alone", async () => {
		const { verdict: _, ...justified } = { ...excluded, reason: "Delivery" };
		const calls = stubCalls({
			"log.getVerdicts": () => [excluded],
			"report.getJustifiedSpans": () => [justified],
			"report.endJustifiedSpan": () => justified,
		});
		const screen = await show(<VerdictsCard device={device} denial="Not permitted." justifyDenial={null} />);
		await screen.getByRole("button", { name: /^Take back Temperature: justified for compliance, Delivery/ }).click();
		const dialog = screen.getByRole("dialog", { name: "Take this back?" });
		await expect.element(dialog.getByText(/counts against compliance again/)).toBeVisible();
		await dialog.getByRole("button", { name: "Take back", exact: true }).click();
		await expect.element(dialog).not.toBeInTheDocument();
		const input = { channelId: excluded.channelId, seq: 7 };
		expect(calls).toContainEqual({ procedure: "report.endJustifiedSpan", input });
	});
});
