import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { ShiftNotes } from "../../client/features/alerts/shift-notes";
import { sampleEvent } from "./sample-event";
import { show } from "./show";

const shift = { rosterId: "ros_1", roster: "Nights", onDuty: "Ben" };

test("Says once for each person what is left from an earlier turn, and offers one press to either", async () => {
	const [ana, own] = [
		{ ...sampleEvent({ state: "acknowledged" }), id: "evt_1", assigneeId: "usr_ana", assignee: "Ana", shift },
		{ ...sampleEvent({ state: "acknowledged" }), id: "evt_3", assigneeId: "usr_me", assignee: "Me", shift },
	];
	const over = { ...ana, id: "evt_4", state: "ended" } as const;
	await show(<ShiftNotes events={[ana, { ...ana, id: "evt_2" }, own, over]} userId="usr_me" denial={null} />);
	await expect.element(page.getByText("Ana has 2 alerts from an earlier turn in Nights.")).toBeVisible();
	await expect.element(page.getByText(/^Your turn in Nights is over, and you still have 1 alert/)).toBeVisible();
	await expect.element(page.getByRole("button", { name: "Take" })).toBeEnabled();
	await expect.element(page.getByRole("button", { name: "Hand over to Ben" })).toBeEnabled();
});
