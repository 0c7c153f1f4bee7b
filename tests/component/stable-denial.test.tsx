import { useState } from "react";
import { toast } from "sonner";
import { afterEach, expect, test } from "vitest";
import { page } from "vitest/browser";
import { ConsoleToaster } from "../../client/features/shell/console-toaster";
import { useStableDenial } from "../../client/forms/stable-denial";
import { useUnsavedChanges } from "../../client/ui/form/unsaved-changes";
import { show } from "./show";

const why = "Only owners and admins can change groups.";

function Form() {
	const [typed, setTyped] = useState("");
	useUnsavedChanges(typed !== "");
	return <input aria-label="Name" value={typed} onChange={({ target }) => setTyped(target.value)} />;
}

function Screen() {
	const [isTaken, setIsTaken] = useState(false);
	const denial = useStableDenial(isTaken ? why : null);
	return (
		<>
			<button type="button" onClick={() => setIsTaken(!isTaken)}>
				Change rights
			</button>
			{denial === null ? <Form /> : <p>Read-only</p>}
			<ConsoleToaster />
		</>
	);
}

afterEach(() => void toast.dismiss());

test("A form in which something is typed stays when its right goes, says so, and goes on when it comes back", async () => {
	await show(<Screen />);
	const field = page.getByRole("textbox", { name: "Name" });
	const rights = page.getByRole("button", { name: "Change rights" });
	const said = page.getByText(`${why} What you typed stays here until you leave, but it cannot be saved now.`);
	await field.fill("Typed before");
	await rights.click();
	await expect.element(said).toBeVisible();
	await expect.element(field).toHaveValue("Typed before");
	await rights.click();
	await expect.element(said).not.toBeInTheDocument();
	await expect.element(field).toHaveValue("Typed before");
});

test("A form in which nothing is typed goes with its right", async () => {
	await show(<Screen />);
	await page.getByRole("button", { name: "Change rights" }).click();
	await expect.element(page.getByText("Read-only")).toBeVisible();
	expect(page.getByRole("textbox").query()).toBeNull();
});
