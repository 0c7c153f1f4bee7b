import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { expect, test } from "vitest";
import { LeaveQuestion } from "../../client/ui/form/leave-question";
import { show } from "./show";

function Keys() {
	const [isSaved, setIsSaved] = useState(false);
	const navigate = useNavigate();
	return (
		<>
			<button type="button" onClick={() => setIsSaved(true)}>
				Save
			</button>
			<button type="button" onClick={() => void navigate({ href: "/left" })}>
				Close
			</button>
			<LeaveQuestion isDirty={!isSaved} name="Unsaved keys" question="The keys are not saved yet." />
		</>
	);
}

test("A question about what is unsaved goes once it is saved, and the next attempt to leave succeeds", async () => {
	const { router, ...screen } = await show(<Keys />, { at: "/keys" });
	const question = screen.getByRole("alertdialog", { name: "Unsaved keys" });
	await screen.getByRole("button", { name: "Close" }).click();
	await expect.element(question).toBeVisible();
	await screen.getByRole("button", { name: "Save" }).click();
	await expect.element(question).not.toBeInTheDocument();
	expect(router.state.location.pathname).toBe("/keys");
	await screen.getByRole("button", { name: "Close" }).click();
	await expect.poll(() => router.state.location.pathname).toBe("/left");
});
