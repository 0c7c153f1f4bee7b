import { useState } from "react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { JudgeDialog, type JudgeSubject } from "../../client/features/log/actions/judge-dialog";
import { air, damp, newestAt } from "./log-parts";
import { show } from "./show";
import { Denied, lost, stubCalls } from "./stubbed-calls";

beforeEach(() => () => vi.restoreAllMocks());

const readAt = newestAt + 123;
const oneReading: JudgeSubject = {
	verdict: "excluded",
	channels: [air],
	span: { from: readAt, to: readAt + 1 },
	zone: "UTC",
	clockLabel: "device time, UTC",
};

function Judging({ subject }: { subject: JudgeSubject }) {
	const [isOpen, setIsOpen] = useState(true);
	return <JudgeDialog subject={isOpen ? subject : null} onClose={() => setIsOpen(false)} />;
}

async function openDialog(subject = oneReading) {
	const screen = await show(<Judging subject={subject} />);
	const dialog = screen.getByRole("dialog");
	const reason = dialog.getByRole("textbox", { name: "Reason" });
	await expect.element(reason).toHaveFocus();
	return {
		dialog,
		reason,
		from: dialog.getByLabelText("From", { exact: true }),
		to: dialog.getByLabelText("To", { exact: true }),
		send: dialog.getByRole("button", { name: subject.verdict === "counts" ? "Let count" : "Exclude", exact: true }),
	};
}

describe("the dialog that excludes readings", () => {
	it("complains at its fields about a missing or too long reason, an unread time, and an end before its beginning", async () => {
		const calls = stubCalls({});
		const { reason, from, to, send } = await openDialog();
		await send.click();
		await expect.element(reason).toHaveAccessibleDescription(expect.stringContaining("Enter a reason."));
		await expect.element(reason).toHaveFocus();
		await userEvent.fill(reason, "x".repeat(501));
		await expect.element(reason).toHaveAccessibleDescription(expect.stringContaining("1 character too many"));
		await send.click();
		await expect.element(reason).toHaveAccessibleDescription(expect.stringContaining("At most 500 characters."));
		await userEvent.fill(reason, "Probe in water");
		await userEvent.fill(from, "at noon");
		await send.click();
		await expect.element(from).toHaveAccessibleDescription(expect.stringContaining("Enter a date and a time"));
		await expect.element(from).toHaveValue("at noon");
		await userEvent.fill(from, "2026-11-20 12:30");
		await send.click();
		await expect.element(to).toHaveAccessibleDescription(expect.stringContaining("Must be after the beginning."));
		await userEvent.fill(to, "2026-12-25");
		await send.click();
		await expect.element(to).toHaveAccessibleDescription(expect.stringContaining("At most 31 days at once."));
		expect(calls).toEqual([]);
	});

	it("sends the exact time of an unchanged reading, and includes a typed end to its last millisecond", async () => {
		const calls = stubCalls({ "log.judgeReadings": () => ({}) });
		const { dialog, reason, from, to, send } = await openDialog();
		await expect.element(from).toHaveValue("Nov 20, 2026, 12:00 PM");
		await expect.element(to).toHaveValue("Nov 20, 2026, 12:00 PM");
		await userEvent.fill(reason, "Probe in water");
		await send.click();
		await expect.element(dialog).not.toBeInTheDocument();
		const sent = { channelId: air.id, verdict: "excluded", reason: "Probe in water" };
		expect(calls[0]).toEqual({ procedure: "log.judgeReadings", input: { ...sent, from: readAt, to: readAt + 1 } });

		const second = await openDialog();
		await userEvent.fill(second.reason, "Probe in water");
		await userEvent.fill(second.from, "2026-11-20 11:59:30");
		await userEvent.fill(second.to, "2026-11-20 12:05");
		await second.send.click();
		await expect.element(second.dialog).not.toBeInTheDocument();
		const input = calls.filter(({ procedure }) => procedure === "log.judgeReadings").at(-1)?.input;
		expect(input).toEqual({ ...sent, from: newestAt - 30_000, to: newestAt + 5 * 60_000 + 1_000 });
	});

	it("keeps what was typed through an outage, and shows the limit of a channel at its field", async () => {
		let isCut = true;
		const full = "A channel has at most 200 spans of excluded readings. Take one back first.";
		stubCalls({
			"log.judgeReadings": () => {
				if (isCut) return lost;
				throw new Denied({ fields: { from: full } });
			},
		});
		const { dialog, reason, from, send } = await openDialog();
		await userEvent.fill(reason, "Probe in water");
		await userEvent.fill(from, "2026-11-20 11:00");
		await send.click();
		await expect.element(dialog.getByRole("alert")).toBeVisible();
		await expect.element(reason).toHaveValue("Probe in water");
		await expect.element(from).toHaveValue("Nov 20, 2026, 11:00 AM");
		isCut = false;
		await send.click();
		await expect.element(from).toHaveAccessibleDescription(expect.stringContaining(full));
		await expect.element(reason).toHaveValue("Probe in water");
		await userEvent.keyboard("{Escape}");
		await expect.element(dialog.getByRole("alertdialog", { name: "Unsaved reason" })).toBeVisible();
	});

	it("requests the channel where there are several, and lets doubtful readings count", async () => {
		const calls = stubCalls({ "log.judgeReadings": () => ({}) });
		const subject: JudgeSubject = { ...oneReading, verdict: "counts", channels: [air, damp] };
		const { dialog, reason, send } = await openDialog(subject);
		await userEvent.fill(reason, "Oven test");
		await send.click();
		const channel = dialog.getByRole("combobox", { name: "Channel" });
		await expect.element(channel).toHaveAccessibleDescription(expect.stringContaining("Choose a channel."));
		await channel.click();
		await page.getByRole("option", { name: "Damp" }).click();
		await expect.element(channel).toHaveValue("Damp");
		await send.click();
		await expect.element(dialog).not.toBeInTheDocument();
		expect(calls[0]?.input).toMatchObject({ channelId: damp.id, verdict: "counts" });
	});
});
